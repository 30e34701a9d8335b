/** The toast area, and where in it toasts cover no controls. */
import * as RadixToast from "@radix-ui/react-toast";
import { useEffect, useLayoutEffect, useState } from "react";
import { Icon } from "#components/icon.tsx";
import textClasses from "#components/text.module.css";
import {
  crowdedToastMs,
  maxToasts,
  toastDurationMs,
  toastHotkey,
  toastSwipeThresholdPx,
} from "#content/limits.ts";
import { controlsBeside, newsBeside, onMoves, roomIn, textsBeside } from "#platform/page/screen.ts";
import { isSaidBy, toastTop } from "./toast-place.ts";
import {
  dismissToast,
  markToastShown,
  type Toast,
  type ToastContent,
  useToasts,
} from "./toast-store.ts";
import classes from "./toaster.module.css";

/** Render it once per document. */
export function Toaster() {
  const toasts = useToasts();
  const open = toasts.filter(({ isOpen }) => isOpen);
  // The oldest first. Without an open one the closed ones may still be fading.
  const shown = open.length > 0 ? open.slice(-maxToasts) : toasts;
  return (
    <RadixToast.Provider
      duration={open.length > maxToasts ? crowdedToastMs : toastDurationMs}
      swipeDirection="right"
      swipeThreshold={toastSwipeThresholdPx}
    >
      {shown.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
      <RadixToast.Viewport className={classes.area} hotkey={[toastHotkey]} />
    </RadixToast.Provider>
  );
}

function ToastItem({ toast }: { toast: Toast }) {
  const { ref, hasStood } = useClearPlace(toast);
  useEffect(() => markToastShown(toast.id), [toast.id]);
  useEffect(() => {
    if (hasStood) return;
    // A screen reader has said it; shown much later, it would speak of something long past.
    const timer = setTimeout(() => dismissToast(toast.id), toastDurationMs);
    return () => clearTimeout(timer);
  }, [hasStood, toast.id]);
  return (
    <RadixToast.Root
      ref={ref}
      className={classes.toast}
      // Its time begins when it can be seen.
      {...(!hasStood && { duration: Number.POSITIVE_INFINITY })}
      data-tone={toast.tone ?? "default"}
      open={toast.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismissToast(toast.id);
      }}
    >
      <div className={classes.words}>
        <RadixToast.Title className={textClasses.strong}>{toast.title}</RadixToast.Title>
        {toast.description !== undefined && (
          <RadixToast.Description className={classes.description}>
            {toast.description}
          </RadixToast.Description>
        )}
      </div>
      <RadixToast.Close className={classes.close} aria-label="Close">
        <Icon name="close" />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}

/**
 * Gives the toast its place, and makes it small where there is none for it as it is. It has none while the same words stand
 * on the screen. `hasStood` is false until there was one: a screen that is full of controls leaves none until it is scrolled.
 */
function useClearPlace({ title, description, tone }: ToastContent) {
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
