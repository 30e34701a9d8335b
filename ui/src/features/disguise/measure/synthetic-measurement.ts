/**
 * Whole measurements of made-up fingertips that are drawn by number, and by how much their rates are wrong: for tests and
 * checks.
 */

import type { Frame } from "#content/frame.ts";
import { pulseLimits } from "#content/heart-monitor-limits.ts";
import { pulseOf, type Row, readingOf, withLook } from "./pulse-rules.ts";
import { filmOf, numbers, rateBetween, type Scene } from "./synthetic-pulse.ts";

/** How long before a reading is shown the frames begin that it is made of, in milliseconds. @public for `scripts/checks/pulse.mjs`. */
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

/** Strengths of motion, where a beat's is 1.2, each with the part of fingertips that must show a rate: refusing all is no merit. */
export const levels: readonly { readonly motion: number; readonly least: number }[] = [
  { motion: 0, least: 0.95 },
  { motion: 0.1, least: 0.95 },
  { motion: 0.2, least: 0.85 },
  { motion: 0.3, least: 0.8 },
  { motion: 0.4, least: 0.75 },
  { motion: 0.5, least: 0.55 },
  { motion: 0.6, least: 0.45 },
  { motion: 1, least: 0 },
];

/** How far a shown rate may be from the truth, in beats a minute. */
export const worstError = 5;

/** A fingertip of 45 to 180 beats a minute, with noise up to 0.35, uneven beats, drift, breathing and lost frames. */
function sceneOf(seed: number, motion: number): Scene {
  const next = numbers(seed * 7_919 + Math.round(motion * 1_000));
  // The first numbers of neighbouring seeds are alike.
  for (let index = 0; index < 10; index += 1) next();
  return {
    motion,
    seed,
    seconds: 30,
    bpm: 45 + 135 * next(),
    noise: 0.35 * next(),
    variation: 0.06 * next(),
    fps: [24, 30, 60][Math.floor(3 * next())] ?? 30,
    drift: 12 * next(),
    breathing: next(),
    dropped: 0.2 * next(),
  };
}

/**
 * How far the rate that is shown for each of so many fingertips is from the mean rate of the time that it is about, in beats
 * a minute; without those for which none is shown.
 */
export function errorsAt(motion: number, seeds: number): readonly number[] {
  return Array.from({ length: seeds }, (_, index) => {
    const film = filmOf(sceneOf(index + 1, motion));
    const shown = measurementOf(film.frames);
    if (shown === null) return [];
    return [Math.abs(shown.bpm - rateBetween(film, shown.at - claimedMs, shown.at))];
  }).flat();
}
