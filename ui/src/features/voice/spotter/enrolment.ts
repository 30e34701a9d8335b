/** Makes a trained phrase from takes and ordinary speech, and says how reliable it is. */

import { WIDTH } from "./feature-stream.ts";
import { FRAME_RATE, HOP, SAMPLE_RATE } from "./mfcc.ts";
import { LEAST_SECONDS, MOST_SECONDS } from "./phrase-rules.ts";
import { hitCosts, type SpokenPhrase, type Take, vectorsOf } from "./spotter.ts";
import { steadyNoise } from "./steady-noise.ts";
import { templateOf, templateSeconds } from "./take.ts";
import { atOnce, type Work } from "./work.ts";

/** How the five takes are to be spoken, in order. */
export const TAKE_WAYS = ["normal", "normal", "normal", "loud", "whispered"] as const;
/** Takes whose recognition in noise decides about the strength; a whisper is lost in any noise. */
const JUDGED_TAKES = 4;
/** Noise that the strength is tried in, in decibels under the speech. */
const JUDGED_DECIBELS = 5;
/**
 * Where the threshold lies between the phrase in noise (0) and chance hits (1). Well below 1, because thirty seconds
 * of speech hold only a few of the things that people say.
 */
const GAP_SHARE = 0.55;
/** Chance hits an hour that ordinary speech is expected to make at 1. */
const ALARMS_PER_HOUR = 1;
/** Seconds of ordinary speech that are played before a take to make its variant in the middle of talk. */
const TALK_SECONDS = 4;
/** The share of windows by which the lower half's width is judged. */
const LOW_SHARE = 0.15;
/** No threshold is higher than this: from about 0.5 on, half a phrase would do. */
const MOST_COST = 0.4;
/** Ordinary speech is judged in windows of this many frames (0.5 s). */
const WINDOW = 0.5 * FRAME_RATE;

/** How reliably the phrase will be told from ordinary speech. */
export type Strength = "weak" | "fair" | "strong";

export interface Enrolment extends SpokenPhrase {
  readonly strength: Strength;
  /** Share of the judged takes that were recognised in noise, 0 to 1: the meter's length. */
  readonly recognised: number;
}

/** What is wrong with a take, in a sentence for the person, or null. */
export function takeProblem(samples: Float32Array): string | null {
  const template = atOnce(templateOf(samples));
  if (!template) return "Nothing was heard. Check the microphone and say it again.";
  const seconds = templateSeconds(template);
  if (seconds < LEAST_SECONDS) return "That was too short. Say the whole phrase.";
  if (seconds > MOST_SECONDS) return "That was too long. Say only the phrase, then be quiet.";
  return null;
}

/**
 * Enrols recorded takes (16 kHz, each without a problem) against `ordinary`, about 30 s of the same person
 * talking of something else. A weak enrolment must not be relied on.
 */
export function* enrolment(
  recorded: readonly Float32Array[],
  ordinary: Float32Array,
): Work<Enrolment> {
  const talk = ordinary.subarray(0, TALK_SECONDS * SAMPLE_RATE);
  const takes: Take[] = [];
  for (const take of recorded) takes.push(yield* variantsOf(take, talk));
  const spoken: number[] = [];
  for (const [i, take] of recorded.slice(0, JUDGED_TAKES).entries()) {
    const others = takes.filter((_, other) => other !== i);
    spoken.push(yield* costInNoise(others, take, talk));
  }
  const mistaken = yield* costOfChance(takes, ordinary);
  const worst = Math.max(...spoken);
  const threshold = worst < mistaken ? worst + GAP_SHARE * (mistaken - worst) : mistaken;
  const recognised = spoken.filter((cost) => cost < threshold).length / spoken.length;
  return { takes, threshold, recognised, strength: strengthOf(recognised) };
}

/** The same words look different after quiet and in the middle of talk: both are enrolled. */
function* variantsOf(take: Float32Array, talk: Float32Array): Work<Take> {
  const variants = [yield* templateOf(take), yield* templateOf(take, talk)];
  return variants.filter((template) => template !== undefined);
}

/** How badly the other takes match this one in noise, after quiet or after talk, whichever is worse. */
function* costInNoise(
  others: readonly Take[],
  take: Float32Array,
  talk: Float32Array,
): Work<number> {
  const noisy = steadyNoise(take, JUDGED_DECIBELS);
  yield;
  const afterQuiet = lowest(yield* hitCosts(others, yield* vectorsOf(noisy)));
  const afterTalk = lowest(yield* hitCosts(others, yield* vectorsAfter(talk, noisy)));
  return Math.max(afterQuiet, afterTalk);
}

function* vectorsAfter(before: Float32Array, samples: Float32Array): Work<Float32Array> {
  const both = new Float32Array(before.length + samples.length);
  both.set(before);
  both.set(samples, before.length);
  const skipped = Math.ceil(before.length / HOP) * WIDTH;
  return (yield* vectorsOf(both)).subarray(skipped);
}

function strengthOf(recognised: number): Strength {
  if (recognised === 1) return "strong";
  return 0.75 <= recognised ? "fair" : "weak";
}

/**
 * The cost that ordinary speech falls below about once an hour. Thirty seconds hold no such rare event, so the lower
 * half of the windows' lowest costs is extrapolated as a normal distribution; the upper half comes from pauses.
 */
function* costOfChance(takes: readonly Take[], ordinary: Float32Array): Work<number> {
  const costs = yield* hitCosts(takes, yield* vectorsOf(ordinary));
  const lows: number[] = [];
  for (let i = 0; i + WINDOW <= costs.length; i += WINDOW) {
    const low = lowest(costs.subarray(i, i + WINDOW));
    if (Number.isFinite(low)) lows.push(low);
  }
  lows.sort((one, other) => one - other);
  const middle = lows[Math.floor(lows.length / 2)] ?? MOST_COST;
  const low = lows[Math.floor(LOW_SHARE * lows.length)] ?? MOST_COST;
  const deviation = (middle - low) / normalQuantile(LOW_SHARE);
  const windowsPerHour = (3600 * FRAME_RATE) / WINDOW;
  const rare = middle - normalQuantile(ALARMS_PER_HOUR / windowsPerHour) * deviation;
  // Nothing that was really said may be a hit, and half a phrase must never be one.
  return Math.min(rare, 0.98 * (lows[0] ?? MOST_COST), MOST_COST);
}

/** How many deviations below the mean a share `p` lies (Abramowitz and Stegun 26.2.23). */
function normalQuantile(p: number): number {
  const t = Math.sqrt(-2 * Math.log(p));
  return t - (2.30753 + 0.27061 * t) / (1 + 0.99229 * t + 0.04481 * t * t);
}

function lowest(costs: Float32Array): number {
  return costs.reduce((low, cost) => Math.min(low, cost), Number.POSITIVE_INFINITY);
}
