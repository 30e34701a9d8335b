/** Shows a toast when a page has come to life. */
import { useEffect, useRef } from "react";
import { showToast, type ToastContent } from "./toast-store.ts";

/** Shows the first content that is not null, once per page. */
export function useShownOnce(content: ToastContent | null): void {
  const isShown = useRef(false);
  useEffect(() => {
    if (content === null || isShown.current) return;
    isShown.current = true;
    showToast(content);
  }, [content]);
}
