/** Keeps a toast where it covers nothing that can be pressed, while the page under it scrolls and changes. */
import { useLayoutEffect, useState } from "react";
import { controlsBeside, newsBeside, onMoves, roomIn, textsBeside } from "#platform/page/screen.ts";
import { isSaidBy, toastTop } from "./toast-place.ts";
import type { ToastContent } from "./toast-store.ts";

/**
 * Gives the toast its place, and makes it small where there is none for it as it is. It has none while the same words stand
 * on the screen. `hasStood` is false until there was one: a screen that is full of controls leaves none until it is scrolled.
 */
export function useClearPlace({ title, description, tone }: ToastContent) {
  const [toast, setToast] = useState<HTMLElement | null>(null);
  const [hasStood, setStood] = useState(false);
  useLayoutEffect(() => {
    const area = toast?.parentElement;
    if (!toast || !area) return;
    let stands: number | null = null;
    const place = () => {
      // A finger has it.
      if (toast.dataset["swipe"] === "move") return;
      const room = {
        screen: roomIn(area),
        controls: controlsBeside(toast),
        news: newsBeside(toast),
        isFailure: tone === "destructive",
      };
      const isSaid = isSaidBy(textsBeside(toast), { title, description });
      let top = isSaid ? null : toastTop(toast.offsetHeight, room, stands);
      if (top === null && !isSaid && toast.dataset["compact"] === undefined) {
        toast.dataset["compact"] = "";
        top = toastTop(toast.offsetHeight, room, null);
      }
      stands = top;
      const style = { top: `${top ?? 0}px`, visibility: top === null ? "hidden" : "visible" };
      // Unchanged, it would be another change to look at.
      if (toast.style.top !== style.top) toast.style.top = style.top;
      if (toast.style.visibility !== style.visibility) toast.style.visibility = style.visibility;
      if (top !== null) setStood(true);
    };
    place();
    return onMoves(toast, place);
  }, [toast, title, description, tone]);
  return { ref: setToast, hasStood };
}
