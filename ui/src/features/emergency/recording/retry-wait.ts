/** Waits before the microphone is tried again: a while, or until the person comes back or asks for it. */
import type { Devices } from "../devices.ts";

const RETRY_MS = [500, 2_000, 5_000, 15_000, 30_000] as const;

/** The waiting of one session. */
export interface RetryWait {
  /** Waits longer after each failure; `isHopeless` when time alone will change nothing. */
  readonly until: (failures: number, isHopeless: boolean) => Promise<void>;
  /** Ends the wait at once. */
  readonly wake: () => void;
}

/** Makes it; `stopped` ends every wait. */
export function retryWait(
  devices: Pick<Devices, "onVisibility">,
  stopped: Promise<void>,
): RetryWait {
  let wake: () => void = () => undefined;
  const until = async (failures: number, isHopeless: boolean) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let off: () => void = () => undefined;
    const ready = new Promise<void>((resolve) => {
      wake = resolve;
      off = devices.onVisibility((isVisible) => isVisible && resolve());
      if (!isHopeless) {
        timer = setTimeout(resolve, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]);
      }
    });
    await Promise.race([ready, stopped]);
    clearTimeout(timer);
    off();
  };
  return { until, wake: () => wake() };
}
