/** A limit on every wait at the end of a recording: a disk that hangs must not keep the next emergency from being recorded. */
import { recordingLimits } from "#content/limits.ts";
import type { Devices } from "../devices.ts";

/** The promise's value, or that of `otherwise` when it fails or takes too long; the work itself goes on. */
export function soon<T, U>(
  devices: Pick<Devices, "after">,
  promise: Promise<T>,
  otherwise: () => U,
): Promise<T | U> {
  return new Promise((resolve) => {
    const stop = devices.after(recordingLimits.closePatienceMs, () => resolve(otherwise()));
    promise.then(resolve, () => resolve(otherwise())).finally(stop);
  });
}
