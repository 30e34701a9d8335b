/** Notices a microphone that delivers nothing: a phone gives silence, not an error, to the app that lost it. */
import { recordingLimits } from "#content/limits.ts";

/** Since when nothing was heard, and how often that already made us reopen the microphone. */
export interface Silence {
  readonly since: number | null;
  readonly reopened: number;
}

/** Nothing noticed yet. */
export const NOT_SILENT: Silence = { since: null, reopened: 0 };

/** How long silence must last before the next reopening: doubling, at most half a minute. */
function patienceMs(reopened: number): number {
  return Math.min(recordingLimits.silenceMs * 2 ** reopened, 30_000);
}

/**
 * Looks at one level, 0 to 1; null when the browser does not measure now. Only digital nought counts:
 * the quietest room has some noise. A switched-off microphone is reopened ever more rarely, not for ever.
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
