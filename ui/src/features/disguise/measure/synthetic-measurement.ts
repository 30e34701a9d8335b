/** A whole measurement of frames that are all there, for tests and checks. */
import type { Frame } from "#content/frame.ts";
import { pulseLimits } from "#content/heart-monitor-limits.ts";
import { pulseOf, type Row, readingOf, withLook } from "./pulse-rules.ts";

/** How long before a reading is shown the frames begin that it is made of, in milliseconds. */
export const claimedMs = pulseLimits.windowMs + (pulseLimits.looks - 1) * pulseLimits.lookMs;

/** The first reading that a measurement of these frames shows, and when, in milliseconds of their clock; null when it shows none. */
export function measurementOf(
  frames: readonly Frame[],
): { readonly bpm: number; readonly at: number } | null {
  const start = frames[0]?.at ?? 0;
  const until = Math.min(frames.at(-1)?.at ?? 0, start + pulseLimits.patienceMs);
  let row: Row = [];
  let begin = 0;
  let end = 0;
  for (let at = start + pulseLimits.lookMs; at <= until; at += pulseLimits.lookMs) {
    while ((frames[end]?.at ?? Number.POSITIVE_INFINITY) <= at) end += 1;
    while ((frames[begin]?.at ?? at) < at - pulseLimits.windowMs - pulseLimits.gapMs) begin += 1;
    row = withLook(row, pulseOf(frames.slice(begin, end)));
    const bpm = readingOf(row);
    if (bpm !== null) return { bpm, at };
  }
  return null;
}
