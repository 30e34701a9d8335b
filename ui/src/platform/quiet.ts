/** A watchdog: notices that something has stopped reporting progress. */
import { every } from "./clock.ts";

/** Silence is counted in ticks, so that the time for which a phone sleeps does not count. */
const LOOK_MS = 1_000;

/** Calls back once, when `goesOn` was not called for `ms` milliseconds or at most a second more. */
export function onQuiet(
  ms: number,
  listener: () => void,
): { readonly goesOn: () => void; readonly stop: () => void } {
  let quietMs = 0;
  const stop = every(LOOK_MS, () => {
    quietMs += LOOK_MS;
    if (quietMs <= ms) return;
    stop();
    listener();
  });
  const goesOn = () => {
    quietMs = 0;
  };
  return { goesOn, stop };
}
