/** The document's toasts: any module adds one, the toaster displays them. */
import { useSyncExternalStore } from "react";
import { maxToasts, toastRemovalMs } from "#content/limits.ts";
import { observable } from "#platform/observable.ts";

/** The content of a toast. */
export type ToastContent = {
  readonly title: string;
  readonly description?: string | undefined;
  /** A destructive toast reports a failure. */
  readonly tone?: "default" | "destructive" | undefined;
};

/** A toast in the store; a closed one stays for `toastRemovalMs`. */
export type Toast = ToastContent & { readonly id: number; readonly isOpen: boolean };

/** The events of the store. */
type ToastEvent =
  | { readonly type: "shown"; readonly toast: Toast }
  | { readonly type: "dismissed"; readonly id: number }
  | { readonly type: "forgotten"; readonly id: number };

/** The toasts after `event`, newest first; the newest replaces older ones. */
function nextToasts(toasts: readonly Toast[], event: ToastEvent): readonly Toast[] {
  switch (event.type) {
    case "shown":
      return [event.toast, ...toasts].slice(0, maxToasts);
    case "dismissed":
      return toasts.map((toast) => (toast.id === event.id ? { ...toast, isOpen: false } : toast));
    case "forgotten":
      return toasts.filter((toast) => toast.id !== event.id);
  }
}

const none: readonly Toast[] = [];
const toasts = observable(none);
let lastId = 0;

function dispatch(event: ToastEvent): void {
  toasts.set(nextToasts(toasts.get(), event));
}

/** Shows a toast instead of any other and returns its id. */
export function showToast(content: ToastContent): number {
  lastId += 1;
  dispatch({ type: "shown", toast: { ...content, id: lastId, isOpen: true } });
  return lastId;
}

/** Closes a toast, and removes it `toastRemovalMs` later. */
export function dismissToast(id: number): void {
  dispatch({ type: "dismissed", id });
  setTimeout(() => dispatch({ type: "forgotten", id }), toastRemovalMs);
}

/** The toasts, newest first. */
export const currentToasts = toasts.get;

/** The toasts for a component; none on the server and during hydration. */
export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(toasts.subscribe, toasts.get, () => none);
}
