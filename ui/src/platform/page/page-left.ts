/**
 * Whether the page was left. A browser may freeze a page that was left, for the case that the person comes back, with all
 * that it has begun: a transaction that is open then keeps every other page from writing.
 */

/** A frozen page runs no timers. One that runs so long after `pagehide`, in milliseconds, shows that the page goes on. */
const NOT_FROZEN_MS = 100;

let back: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** The page is left: everything waits until it is shown again, or goes on. */
function left(): void {
  back ??= new Promise((resolve) => {
    const goOn = () => {
      back = null;
      clearTimeout(timer);
      removeEventListener("pageshow", goOn);
      resolve();
    };
    const timer = setTimeout(goOn, NOT_FROZEN_MS);
    addEventListener("pageshow", goOn);
  });
  for (const listener of listeners) listener();
}

/** Resolves when the page is not left, or is shown again, or went on without being frozen. */
export async function untilBack(): Promise<void> {
  while (back !== null) await back;
}

/**
 * Calls back when the page is left, before a browser may freeze it; returns how to stop. Without a call nobody looks
 * whether the page is left.
 */
export function onLeft(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener?.("pagehide", left);
  return () => listeners.delete(listener);
}
