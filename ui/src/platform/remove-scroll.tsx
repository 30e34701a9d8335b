/**
 * Stands in for `react-remove-scroll` under Radix dialogs (see the aliases of the build).
 *
 * The original writes a <style> element, which the content policy forbids; this sets one property
 * of the document's element while a modal is open and gives it back afterwards.
 */
import { type ReactNode, useEffect } from "react";

/** Keeps the page behind from scrolling for as long as it is mounted. */
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
