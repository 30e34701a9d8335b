/** A toast for a page's own result, after hydration. */
import { useEffect, useRef } from "react";
import { showToast, type ToastContent } from "./toast-store.ts";

/** Shows the first content that is not null as a toast, once. */
export function useShownOnce(content: ToastContent | null): void {
  const isShown = useRef(false);
  useEffect(() => {
    if (content === null || isShown.current) return;
    isShown.current = true;
    showToast(content);
  }, [content]);
}
