/** Returns the focus to the element that had it before a dialog opened. */
import { useRef } from "react";

/**
 * Handlers for Radix dialog content. Radix returns the focus only to its own trigger, and our dialogs
 * are opened by state.
 */
export function useGiveFocusBack() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event): void => {
      const content = event.target as Element;
      before.current = content.ownerDocument.activeElement;
    },
    onCloseAutoFocus: (event: Event): void => {
      event.preventDefault();
      (before.current as HTMLElement | null)?.focus();
    },
  };
}
