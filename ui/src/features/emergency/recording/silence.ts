/** Detects a lost microphone: a phone gives silence, not an error, to the app from which it was taken. */
import { recordingLimits } from "#content/limits.ts";
import type { Level } from "#platform/sound/microphone.ts";

/** What is known of the silence so far. */
export interface Silence {
  /** Since when the sound has been silent, in milliseconds of sound that the meter heard. */
  readonly since: number | null;
  /** How often a silent or unmeasured microphone was opened anew. */
  readonly reopened: number;
  /** What the meter had heard at the last look, and whether it went on between two looks. */
  readonly heardMs: number | null;
  readonly isMeasuring: boolean;
  /** How long the meter has stood still, in milliseconds in which this page ran. */
  readonly stoodMs: number;
  readonly lookedAt: number | null;
}

/** No silence so far. */
export const NOT_SILENT: Silence = {
  since: null,
  reopened: 0,
  heardMs: null,
  isMeasuring: false,
  stoodMs: 0,
  lookedAt: null,
};

/** Why the microphone is to be opened anew. */
type Reopening = "silent" | "unmeasured" | null;

const MOST_PATIENCE_MS = 30_000;
/** A page that was frozen looks late: the time in which nothing could be measured does not count. */
const LONGEST_LOOK_MS = 500;

/** How long a fault must last before the next reopening: it doubles, up to half a minute. */
const patienceMs = (firstMs: number, reopened: number) =>
  Math.min(firstMs * 2 ** reopened, MOST_PATIENCE_MS);

/**
 * Judges a level, or null when the browser does not measure; `at` is the running clock, in milliseconds. Only digital zero is
 * silence: the quietest room has some noise. Time of silence counts as the meter heard it: on a busy phone a browser begins to
 * measure seconds after the recorder, and shows zeros until then. A meter that gives no more values says nothing of what the
 * microphone gives now. A microphone that stays silent or unmeasured is opened anew at growing intervals.
 */
export function listened(
  known: Silence,
  level: Level | null,
  at: number,
): { readonly silence: Silence; readonly reopen: Reopening } {
  const before = { ...known, lookedAt: at };
  if (level === null) {
    return { silence: { ...before, since: null, heardMs: null, stoodMs: 0 }, reopen: null };
  }
  if (known.heardMs !== null && level.heardMs <= known.heardMs) {
    const passedMs = Math.min(at - (known.lookedAt ?? at), LONGEST_LOOK_MS);
    return stood({ ...before, stoodMs: known.stoodMs + passedMs });
  }
  const isMeasuring = known.isMeasuring || known.heardMs !== null;
  const now = { ...before, heardMs: level.heardMs, isMeasuring, stoodMs: 0 };
  if (level.peak > 0) return { silence: { ...now, since: null, reopened: 0 }, reopen: null };
  const since = now.since ?? level.heardMs;
  if (level.heardMs - since < patienceMs(recordingLimits.silenceMs, now.reopened)) {
    return { silence: { ...now, since }, reopen: null };
  }
  return { silence: { ...now, since: null, reopened: now.reopened + 1 }, reopen: "silent" };
}

/** A meter that stands still; one that has not measured yet gets more time. */
function stood(silence: Silence): ReturnType<typeof listened> {
  const { isMeasuring, reopened } = silence;
  const patience = isMeasuring
    ? patienceMs(recordingLimits.unmeasuredMs, reopened)
    : MOST_PATIENCE_MS;
  if (silence.stoodMs < patience) return { silence, reopen: null };
  return { silence: { ...silence, stoodMs: 0, reopened: reopened + 1 }, reopen: "unmeasured" };
}
