/** The screen wake lock, requested again whenever the page becomes visible, and at a tap. */
import { hasVoidWakeLocks } from "./display-mode.ts";
import { isVisible, onShown } from "./visibility.ts";

/** Called with whether the lock is held. */
export type WakeLockListener = (isHeld: boolean) => void;

/** Keeps the screen on until the returned function is called; a browser may refuse, or grant what does nothing. */
export function keepScreenOn(listener: WakeLockListener): () => void {
  let sentinel: WakeLockSentinel | undefined;
  let isOver = false;
  let isAsking = false;
  const ask = async () => {
    if (isOver || isAsking || !isVisible() || sentinel !== undefined) return;
    isAsking = true;
    try {
      const held = await navigator.wakeLock?.request("screen");
      if (isOver) {
        await held?.release();
        return;
      }
      sentinel = held;
      held?.addEventListener("release", () => {
        sentinel = undefined;
        listener(false);
      });
      listener(held !== undefined && !hasVoidWakeLocks());
    } catch {
      listener(false);
    } finally {
      isAsking = false;
    }
  };
  const stop = onShown(ask);
  // Safari refuses it in a document in which nothing was tapped (WebKit's pull request 13104); a browser without them always does.
  if (navigator.wakeLock) document.addEventListener("click", ask, true);
  void ask();
  return () => {
    isOver = true;
    stop();
    document.removeEventListener("click", ask, true);
    sentinel?.release().catch(() => undefined);
  };
}

/** Whether the browser can keep the screen on at all. */
export function canKeepScreenOn(): boolean {
  return "wakeLock" in navigator && !hasVoidWakeLocks();
}
