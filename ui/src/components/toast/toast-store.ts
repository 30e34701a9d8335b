/** The document's toasts: any module adds one, the toaster displays them. */
import { useLayoutEffect, useSyncExternalStore } from "react";
import { maxToasts, maxWaitingToasts, toastDurationMs, toastRemovalMs } from "#content/limits.ts";
import { observable } from "#platform/observable.ts";

/** The content of a toast. */
export type ToastContent = {
  readonly title: string;
  readonly description?: string | undefined;
  /** A destructive toast reports a failure. */
  readonly tone?: "default" | "destructive" | undefined;
};

/** A toast in the store; a closed one stays for `toastRemovalMs`. */
export type Toast = ToastContent & {
  readonly id: number;
  readonly isOpen: boolean;
  /** Whether the toaster displayed it. */
  readonly wasShown: boolean;
};

/** The events of the store. */
type ToastEvent =
  | { readonly type: "added"; readonly toast: Toast }
  | { readonly type: "shown"; readonly id: number }
  | { readonly type: "dropped" }
  | { readonly type: "dismissed"; readonly id: number }
  | { readonly type: "forgotten"; readonly id: number };

/**
 * The toasts after `event`, newest first. A new one replaces older ones, except those that were never shown: there is no
 * toaster before hydration ends, and two may come within a frame.
 */
function nextToasts(toasts: readonly Toast[], event: ToastEvent): readonly Toast[] {
  switch (event.type) {
    case "added":
      return [event.toast, ...toasts.filter((toast) => toast.isOpen && !toast.wasShown)].slice(
        0,
        maxToasts + maxWaitingToasts,
      );
    case "shown":
      return toasts.map((toast) => (toast.id === event.id ? { ...toast, wasShown: true } : toast));
    case "dropped":
      return [];
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

/** Calls back with the newest toast after each change. */
export function onToast(listener: (toast: ToastContent) => void): void {
  toasts.subscribe(() => {
    const [newest] = toasts.get();
    if (newest !== undefined) listener(newest);
  });
}

let holders = 0;
let held: ToastContent | null = null;

/** Shows a toast instead of any that was shown, also while toasts are held, and returns its id. */
export function showUrgentToast(content: ToastContent): number {
  lastId += 1;
  dispatch({ type: "added", toast: { ...content, id: lastId, isOpen: true, wasShown: false } });
  return lastId;
}

/**
 * Shows a toast instead of any that was shown, and returns its id; null while toasts are held: it waits, and a newer one takes
 * its place.
 */
export function showToast(content: ToastContent): number | null {
  if (holders === 0) return showUrgentToast(content);
  held = content;
  return null;
}

/** Shows what a change resolves to, unless that is null: nothing is to be told then. */
export async function showProblem(change: Promise<ToastContent | null>): Promise<void> {
  const problem = await change;
  if (problem !== null) showToast(problem);
}

/** Keeps all but urgent toasts back until the returned function is called; the newest comes after the one shown then. */
export function holdToasts(): () => void {
  let isHolding = true;
  holders += 1;
  return () => {
    if (!isHolding) return;
    isHolding = false;
    holders -= 1;
    if (holders > 0 || held === null) return;
    const late = held;
    held = null;
    setTimeout(() => showToast(late), toastDurationMs);
  };
}

/** Notes that the toaster displayed a toast: from now on a newer one replaces it. */
export function markToastShown(id: number): void {
  dispatch({ type: "shown", id });
}

/** Drops all toasts at once, also those that were never shown. */
export function dropToasts(): void {
  dispatch({ type: "dropped" });
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

/**
 * Holds the toasts of the rest of the app while `isHeld`, because a component needs the screen for itself; the newest is shown
 * later.
 */
export function useToastsHeld(isHeld: boolean): void {
  useLayoutEffect(() => (isHeld ? holdToasts() : undefined), [isHeld]);
}
