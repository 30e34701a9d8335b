/** Detects a lost microphone: a phone gives silence, not an error, to the app from which it was taken. */
import { recordingLimits } from "#content/limits.ts";
import type { Level } from "#platform/microphone.ts";

/** Since when the sound has been silent, and how often that reopened the microphone so far. */
export interface Silence {
  /** In milliseconds of sound that the meter heard. */
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
 * Judges a level, or null when the browser does not measure. Only digital zero is silence: the quietest room has some
 * noise. A microphone that stays silent is reopened at growing intervals. Time counts as the meter heard it: on a busy
 * phone a browser begins to measure seconds after the recorder, and shows zeros until then.
 */
export function listened(
  before: Silence,
  level: Level | null,
): { readonly silence: Silence; readonly shouldReopen: boolean } {
  if (level === null) {
    return { silence: { ...before, since: null }, shouldReopen: false };
  }
  if (level.peak > 0) {
    return { silence: NOT_SILENT, shouldReopen: false };
  }
  const since = before.since ?? level.heardMs;
  if (level.heardMs - since < patienceMs(before.reopened)) {
    return { silence: { ...before, since }, shouldReopen: false };
  }
  return { silence: { since: null, reopened: before.reopened + 1 }, shouldReopen: true };
}
