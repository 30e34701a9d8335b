/** Cuts the spoken phrase out of one recorded take and keeps only its features. */

import type { Template } from "./dtw.ts";
import { featureStream, WIDTH } from "./feature-stream.ts";
import { FRAME_RATE } from "./mfcc.ts";
import { STEP_SAMPLES, type Work } from "./work.ts";

/** A pause up to this many frames (0.5 s) is part of the phrase. */
const PAUSE = 0.5 * FRAME_RATE;
/** Speech begins at this share of the way, in decibels, from the quiet to the loud part of a take. */
const SPEECH_SHARE = 0.35;
/** A take whose loud part is not at least this many decibels over its quiet part holds no speech. */
const LEAST_CONTRAST = 12;

/**
 * Features of the phrase in a take of a few seconds at 16 kHz that begins and ends with quiet, as
 * they are when `before` was heard first.
 * Returns undefined when nothing in it stands out from the quiet.
 */
export function* templateOf(
  samples: Float32Array,
  before: Float32Array = new Float32Array(0),
): Work<Template | undefined> {
  const rows: Float32Array[] = [];
  const levels: number[] = [];
  const stream = featureStream();
  for (let at = 0; at < before.length; at += STEP_SAMPLES) {
    stream.push(before.subarray(at, at + STEP_SAMPLES), () => undefined);
    yield;
  }
  for (let at = 0; at < samples.length; at += STEP_SAMPLES) {
    stream.push(samples.subarray(at, at + STEP_SAMPLES), (vector, power) => {
      rows.push(vector.slice());
      levels.push(10 * Math.log10(power + 1e-10));
    });
    yield;
  }
  const speech = speechSpan(levels);
  if (!speech) return undefined;
  const template = new Float32Array((speech.end - speech.start) * WIDTH);
  for (let i = speech.start; i < speech.end; i++) {
    template.set(rows[i] as Float32Array, (i - speech.start) * WIDTH);
  }
  return template;
}

/** Length of a template in seconds. */
export function templateSeconds(template: Template): number {
  return template.length / WIDTH / FRAME_RATE;
}

/** The longest stretch of speech, pauses included, in frames; `levels` are decibels. */
function speechSpan(levels: readonly number[]): { start: number; end: number } | undefined {
  const sorted = [...levels].sort((a, b) => a - b);
  const quiet = sorted[Math.floor(0.1 * sorted.length)] ?? 0;
  const loud = sorted[Math.floor(0.95 * sorted.length)] ?? 0;
  if (loud - quiet < LEAST_CONTRAST) return undefined;
  const gate = quiet + SPEECH_SHARE * (loud - quiet);
  let best: { start: number; end: number } | undefined;
  let span: { start: number; end: number } | undefined;
  for (const [i, level] of levels.entries()) {
    if (level < gate) continue;
    span =
      span && i - span.end < PAUSE ? { start: span.start, end: i + 1 } : { start: i, end: i + 1 };
    if (!best || span.end - span.start > best.end - best.start) best = span;
  }
  return best;
}
