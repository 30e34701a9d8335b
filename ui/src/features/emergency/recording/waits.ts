/**
 * The waits of a recording: each has a limit, because what hangs must not keep this emergency, or the next, from being
 * recorded.
 */

import { recordingLimits } from "#content/limits.ts";
import type { Devices } from "../devices/devices.ts";

/** The promise's value, or that of `otherwise` when it fails or takes longer than `ms`; the work itself goes on. */
export function withTimeout<T, U>(
  devices: Pick<Devices, "after">,
  promise: Promise<T>,
  otherwise: () => U,
  ms: number = recordingLimits.closePatienceMs,
): Promise<T | U> {
  return new Promise((resolve) => {
    const stop = devices.after(ms, () => resolve(otherwise()));
    promise.then(resolve, () => resolve(otherwise())).finally(stop);
  });
}

const RETRY_MS = [500, 2_000, 5_000, 15_000, 30_000] as const;

/** How many attempts have failed, after each of which the wait is longer; or a wait for the person, where time alone changes nothing. */
export type Pause = number | "for-person";

/** The waits of one session. */
export interface RetryWait {
  readonly until: (pause: Pause) => Promise<void>;
  /** Ends the wait at once. */
  readonly wake: () => void;
}

/**
 * Makes the waits of a session before the microphone is tried again: for a time, or until the person comes back, allows it or
 * asks for it; `stopped` ends each of them.
 */
export function retryWait(
  devices: Pick<Devices, "after" | "onMicrophoneAllowed" | "onShown">,
  stopped: Promise<void>,
): RetryWait {
  let wake: () => void = () => undefined;
  const until = async (pause: Pause) => {
    const stops: (() => void)[] = [];
    const ready = new Promise<void>((resolve) => {
      wake = resolve;
      stops.push(devices.onShown(resolve));
      stops.push(devices.onMicrophoneAllowed(resolve));
      if (pause !== "for-person") {
        const ms = RETRY_MS[Math.min(pause, RETRY_MS.length - 1)] ?? 0;
        stops.push(devices.after(ms, resolve));
      }
    });
    await Promise.race([ready, stopped]);
    for (const stop of stops) stop();
  };
  return { until, wake: () => wake() };
}
