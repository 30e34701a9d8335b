/** Reports when the trained phrase was spoken in a stream of samples. */

import { follow, type Template } from "./dtw.ts";
import { featureStream, WIDTH } from "./feature-stream.ts";
import { FRAME_RATE } from "./mfcc.ts";
import { STEP_FRAMES, STEP_SAMPLES, type Work } from "./work.ts";

/** How many takes are averaged: with the best two, one bad take does not decide alone. */
const BEST = 2;
/** Consecutive frames that must be under the threshold before it is a hit. */
const CONSECUTIVE = 2;
/** Frames (2 s) after a hit in which the same utterance cannot hit again. */
const REST = 2 * FRAME_RATE;

export interface Spotter {
  /** Takes samples at 16 kHz; returns true when the phrase ended in them. */
  push(samples: Float32Array): boolean;
}

/** One take in its variants. */
export type Take = readonly Template[];

/** What the enrolment learned of a phrase. */
export interface SpokenPhrase {
  /** Two takes or more, each as it is after quiet and in the middle of talk. */
  readonly takes: readonly Take[];
  /** Lower thresholds are stricter. */
  readonly threshold: number;
}

/** Spots a phrase. */
export function spotter({ takes, threshold }: SpokenPhrase): Spotter {
  const stream = featureStream();
  const cost = matchCost(takes);
  let run = 0;
  let rest = 0;
  return {
    push(samples) {
      let heard = false;
      stream.push(samples, (vector) => {
        const below = cost(vector) < threshold;
        rest = Math.max(0, rest - 1);
        run = below && rest === 0 ? run + 1 : 0;
        if (run < CONSECUTIVE) return;
        heard = true;
        run = 0;
        rest = REST;
      });
      return heard;
    },
  };
}

/** Follows all takes at once; the answer is the mean cost of the best two, each by its best variant. */
function matchCost(takes: readonly Take[]): (vector: Float32Array) => number {
  const followers = takes.map((take) => take.map(follow));
  return (vector) => {
    let best = Number.POSITIVE_INFINITY;
    let second = Number.POSITIVE_INFINITY;
    for (const variants of followers) {
      let cost = Number.POSITIVE_INFINITY;
      for (const follower of variants) cost = Math.min(cost, follower.next(vector));
      if (cost < best) {
        second = best;
        best = cost;
      } else if (cost < second) second = cost;
    }
    return (best + second) / BEST;
  };
}

/** All feature vectors of a recording, row after row. */
export function* vectorsOf(samples: Float32Array): Work<Float32Array> {
  const rows: Float32Array[] = [];
  const stream = featureStream();
  for (let at = 0; at < samples.length; at += STEP_SAMPLES) {
    stream.push(samples.subarray(at, at + STEP_SAMPLES), (vector) => rows.push(vector.slice()));
    yield;
  }
  const all = new Float32Array(rows.length * WIDTH);
  for (const [i, row] of rows.entries()) all.set(row, i * WIDTH);
  return all;
}

/**
 * The cost that a threshold must exceed for a hit, at each frame of `vectors`: the greater of
 * CONSECUTIVE neighbours. Measuring with it needs no fixed threshold.
 */
export function* hitCosts(takes: readonly Take[], vectors: Float32Array): Work<Float32Array> {
  const cost = matchCost(takes);
  const costs = new Float32Array(vectors.length / WIDTH);
  let before = Number.POSITIVE_INFINITY;
  for (let i = 0; i < costs.length; i++) {
    const now = cost(vectors.subarray(i * WIDTH, (i + 1) * WIDTH));
    costs[i] = Math.max(now, before);
    before = now;
    if (i % STEP_FRAMES === 0) yield;
  }
  return costs;
}
