/** Displays toasts: one at a time, 5 seconds, swiped away to the right, reached with F8 (spec section 9). */
import * as RadixToast from "@radix-ui/react-toast";
import { toastDurationMs, toastHotkey, toastSwipeThresholdPx } from "#content/limits.ts";
import { Icon } from "./icon.tsx";
import { dismissToast, type Toast, useToasts } from "./toast-store.ts";
import classes from "./toaster.module.css";

/** The toast area. One per document. */
export function Toaster() {
  const toasts = useToasts();
  return (
    <RadixToast.Provider
      duration={toastDurationMs}
      swipeDirection="right"
      swipeThreshold={toastSwipeThresholdPx}
    >
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} />
      ))}
      <RadixToast.Viewport className={classes.area} hotkey={[toastHotkey]} />
    </RadixToast.Provider>
  );
}

function ToastItem({ toast }: { toast: Toast }) {
  return (
    <RadixToast.Root
      className={classes.toast}
      data-tone={toast.tone ?? "default"}
      open={toast.isOpen}
      onOpenChange={(isOpen) => {
        if (!isOpen) dismissToast(toast.id);
      }}
    >
      <div className={classes.words}>
        <RadixToast.Title className={classes.title}>{toast.title}</RadixToast.Title>
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
