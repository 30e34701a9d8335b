/**
 * The toast area: one toast at a time for 5 seconds, where it covers nothing that can be pressed, and none where
 * there is no such place for as long, or where the same words stand on the screen; a swipe to the right closes it, F8
 * focuses it.
 */
import * as RadixToast from "@radix-ui/react-toast";
import { useEffect } from "react";
import { Icon } from "#components/icon.tsx";
import textClasses from "#components/text.module.css";
import {
  crowdedToastMs,
  maxToasts,
  toastDurationMs,
  toastHotkey,
  toastSwipeThresholdPx,
} from "#content/limits.ts";
import { dismissToast, markToastShown, type Toast, useToasts } from "./toast-store.ts";
import classes from "./toaster.module.css";
import { useClearPlace } from "./use-clear-place.ts";

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
