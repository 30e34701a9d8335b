/** Detects a lost microphone: a phone gives silence, not an error, to the app from which it was taken. */
import { recordingLimits } from "#content/limits.ts";

/** Since when the sound has been silent, and how often that reopened the microphone so far. */
export interface Silence {
  readonly since: number | null;
  readonly reopened: number;
}

/** No silence so far. */
export const NOT_SILENT: Silence = { since: null, reopened: 0 };

/** How long silence must last before the next reopening: it doubles, up to half a minute. */
function patienceMs(reopened: number): number {
  return Math.min(recordingLimits.silenceMs * 2 ** reopened, 30_000);
}

/**
 * Judges one level from 0 to 1, or null when the browser does not measure. Only digital zero is silence: the quietest
 * room has some noise. A microphone that stays silent is reopened at growing intervals.
 */
export function listened(
  before: Silence,
  peak: number | null,
  at: number,
): { readonly silence: Silence; readonly shouldReopen: boolean } {
  if (peak === null) {
    return { silence: { ...before, since: null }, shouldReopen: false };
  }
  if (peak > 0) {
    return { silence: NOT_SILENT, shouldReopen: false };
  }
  const since = before.since ?? at;
  if (at - since < patienceMs(before.reopened)) {
    return { silence: { ...before, since }, shouldReopen: false };
  }
  return { silence: { since: null, reopened: before.reopened + 1 }, shouldReopen: true };
}
