/** Keeps the screen on while it is wanted, also after the person came back from another app. */
import { isVisible, onVisibility } from "./visibility.ts";

/** Told whether the screen is really being kept on. */
export type WakeLockListener = (isHeld: boolean) => void;

/** Keeps the screen on until the returned function is called; a browser may refuse, and says so. */
export function keepScreenOn(listener: WakeLockListener): () => void {
  let sentinel: WakeLockSentinel | null = null;
  let isOver = false;
  const ask = async () => {
    if (isOver || !isVisible() || sentinel !== null) {
      return;
    }
    try {
      const held = (await navigator.wakeLock?.request("screen")) ?? null;
      if (isOver) {
        await held?.release();
        return;
      }
      sentinel = held;
      held?.addEventListener("release", () => {
        sentinel = null;
        listener(false);
      });
      listener(held !== null);
    } catch {
      listener(false);
    }
  };
  const stop = onVisibility(ask);
  void ask();
  return () => {
    isOver = true;
    stop();
    sentinel?.release().catch(() => undefined);
  };
}
