/** The toasts of the document: anything may show one, the toaster alone displays them. */
import { maxToasts, toastRemovalMs } from "#content/limits.ts";

/** What a toast says. */
export type ToastContent = {
  readonly title: string;
  readonly description?: string | undefined;
  /** A destructive toast reports a failure. */
  readonly tone?: "default" | "destructive" | undefined;
};

/** A toast in the store; a closed one is kept until it is forgotten (spec section 9). */
export type Toast = ToastContent & { readonly id: number; readonly isOpen: boolean };

/** What can happen to toasts. */
export type ToastEvent =
  | { readonly type: "shown"; readonly toast: Toast }
  | { readonly type: "dismissed"; readonly id: number }
  | { readonly type: "forgotten"; readonly id: number };

/** The newest toast comes first and pushes older ones out. */
export function nextToasts(toasts: readonly Toast[], event: ToastEvent): readonly Toast[] {
  switch (event.type) {
    case "shown":
      return [event.toast, ...toasts].slice(0, maxToasts);
    case "dismissed":
      return toasts.map((toast) => (toast.id === event.id ? { ...toast, isOpen: false } : toast));
    case "forgotten":
      return toasts.filter((toast) => toast.id !== event.id);
  }
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function dispatch(event: ToastEvent): void {
  toasts = nextToasts(toasts, event);
  for (const listener of listeners) listener();
}

/** Shows a toast in place of any other and returns its id. */
export function showToast(content: ToastContent): number {
  lastId += 1;
  dispatch({ type: "shown", toast: { ...content, id: lastId, isOpen: true } });
  return lastId;
}

/** Closes a toast; it is forgotten 1,000,000 ms later. */
export function dismissToast(id: number): void {
  dispatch({ type: "dismissed", id });
  setTimeout(() => dispatch({ type: "forgotten", id }), toastRemovalMs);
}

/** The toasts, newest first: a snapshot for `useSyncExternalStore`. */
export function currentToasts(): readonly Toast[] {
  return toasts;
}

const none: readonly Toast[] = [];

/** The server shows no toast. */
export function serverToasts(): readonly Toast[] {
  return none;
}

/** Calls `listener` after every change until the returned function is called. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
