/** Whether the code was typed on this page and still counts: the gate before everything that is protected. */
import { useSyncExternalStore } from "react";
import { gateOpenWhileHiddenMs } from "#content/limits.ts";
import { wallTime } from "#platform/clock.ts";
import { observable } from "#platform/observable.ts";
import { onRestored, onVisibility } from "#platform/visibility.ts";

const isOpen = observable(false);

/** The code was right: what is protected opens without it until `closeGate`. */
export function openGate(): void {
  isOpen.set(true);
}

/** The code is asked for again. */
export function closeGate(): void {
  isOpen.set(false);
}

/** Whether the gate is open; closed on the server and during hydration. */
export function useGateOpen(): boolean {
  return useSyncExternalStore(isOpen.subscribe, isOpen.get, () => false);
}

/** Whether the gate is open now. */
export function isGateOpen(): boolean {
  return isOpen.get();
}

/** Closes the gate when the app was out of sight for a while, or is shown from the back/forward cache; returns how to stop. */
export function watchGate(): () => void {
  let hiddenAt: number | null = null;
  const stops = [
    onRestored(closeGate),
    onVisibility((isVisible) => {
      const awayMs = hiddenAt === null ? 0 : wallTime() - hiddenAt;
      hiddenAt = isVisible ? null : wallTime();
      // A clock that was set back does not keep it open.
      if (isVisible && (awayMs < 0 || awayMs > gateOpenWhileHiddenMs)) closeGate();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
