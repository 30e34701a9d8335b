/** Recognises the shake pattern of spec section 9. */
import { shakeLimits } from "#content/limits.ts";

/** Shakes so far, and when the last one was. */
export interface ShakeCount {
  readonly count: number;
  readonly lastAt: number;
}

/** Nothing shaken. */
export const STILL: ShakeCount = { count: 0, lastAt: Number.NEGATIVE_INFINITY };

/**
 * Counts one acceleration, `at` in milliseconds of a clock that only runs forward.
 * A shake is stronger than 20 m/s2 and at least 500 ms after the last one; three quiet seconds forget them all.
 */
export function shaken(
  before: ShakeCount,
  magnitude: number,
  at: number,
): { readonly count: ShakeCount; readonly isTrigger: boolean } {
  const sinceLast = at - before.lastAt;
  if (!(magnitude > shakeLimits.magnitude) || sinceLast < shakeLimits.minimumGapMs) {
    return { count: before, isTrigger: false };
  }
  const count = (sinceLast > shakeLimits.decayMs ? 0 : before.count) + 1;
  return count >= shakeLimits.count
    ? { count: STILL, isTrigger: true }
    : { count: { count, lastAt: at }, isTrigger: false };
}
