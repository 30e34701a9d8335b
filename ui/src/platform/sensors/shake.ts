/** Recognises the shake pattern that starts an emergency. */
import { shakeLimits } from "#content/limits.ts";

/** Shakes so far, and when the last one was. */
export interface ShakeCount {
  readonly count: number;
  readonly lastAt: number;
}

/** No shake yet. */
export const STILL: ShakeCount = { count: 0, lastAt: Number.NEGATIVE_INFINITY };

/**
 * Counts one acceleration; `at` is the monotonic clock in milliseconds.
 * A shake is stronger than 20 m/s2 and at least 500 ms after the last one; after more than 3 s without one, counting
 * begins anew. Five shakes are the pattern.
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
