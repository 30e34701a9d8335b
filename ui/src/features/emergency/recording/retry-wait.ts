/** The wait before the microphone is tried again: for a time, or until the person comes back, allows it or asks for it. */
import type { Devices } from "../devices/devices.ts";

const RETRY_MS = [500, 2_000, 5_000, 15_000, 30_000] as const;

/** The waits of one session. */
export interface RetryWait {
  /** Waits longer after each failure; `isHopeless` waits for the person, because time alone changes nothing. */
  readonly until: (failures: number, isHopeless: boolean) => Promise<void>;
  /** Ends the wait at once. */
  readonly wake: () => void;
}

/** Makes the waits of a session; `stopped` ends each of them. */
export function retryWait(
  devices: Pick<Devices, "after" | "onMicrophoneAllowed" | "onShown">,
  stopped: Promise<void>,
): RetryWait {
  let wake: () => void = () => undefined;
  const until = async (failures: number, isHopeless: boolean) => {
    const stops: (() => void)[] = [];
    const ready = new Promise<void>((resolve) => {
      wake = resolve;
      stops.push(devices.onShown(resolve));
      stops.push(devices.onMicrophoneAllowed(resolve));
      if (!isHopeless) {
        const ms = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)] ?? 0;
        stops.push(devices.after(ms, resolve));
      }
    });
    await Promise.race([ready, stopped]);
    for (const stop of stops) stop();
  };
  return { until, wake: () => wake() };
}
