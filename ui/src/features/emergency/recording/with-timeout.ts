/** A limit on every wait of a recording: what hangs must not keep this emergency, or the next, from being recorded. */
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
