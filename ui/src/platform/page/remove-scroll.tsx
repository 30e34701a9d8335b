/**
 * The replacement for `react-remove-scroll` under Radix dialogs (an alias in the build).
 *
 * The package writes a <style> element, which the content policy forbids; this sets one property of
 * the root element while a modal is open.
 */
import { type ReactNode, useEffect } from "react";

/** Prevents the page from scrolling while it is mounted. */
export function RemoveScroll({ children }: { children: ReactNode }) {
  useEffect(() => {
    const { style } = document.documentElement;
    const before = style.overflow;
    style.overflow = "hidden";
    return () => {
      style.overflow = before;
    };
  }, []);
  return children;
}
