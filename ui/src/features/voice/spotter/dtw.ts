/** Matches incoming sound against a template of a spoken phrase, at any speed. */

import { WIDTH } from "./feature-stream.ts";

/** Feature vectors of one take, row after row, WIDTH numbers each of unit length. */
export type Template = Float32Array;

export interface Follower {
  /** Takes the next vector; returns the cost (0 equal, 2 opposite) of the best match ending now. */
  next(vector: Float32Array): number;
}

/**
 * Streaming dynamic time warping with an open beginning.
 * A step may take one frame of each, two heard frames for one of the template, or one for two, so
 * speech between half and twice the template's speed can match. Each step weighs as many template
 * frames as it covers: every path weighs the same and the cost is a mean over the template.
 */
export function follow(template: Template): Follower {
  const length = template.length / WIDTH;
  let distance = new Float32Array(length);
  let distanceBefore = new Float32Array(length).fill(2);
  let cost = new Float32Array(length);
  let costBefore = new Float32Array(length).fill(Number.POSITIVE_INFINITY);
  let costTwoBefore = new Float32Array(length).fill(Number.POSITIVE_INFINITY);
  return {
    next(vector) {
      for (let j = 0; j < length; j++) distance[j] = cosineDistance(template, j * WIDTH, vector);
      cost[0] = distance[0] as number;
      for (let j = 1; j < length; j++) {
        const here = distance[j] as number;
        const even = (costBefore[j - 1] as number) + here;
        const slow =
          (costTwoBefore[j - 1] as number) + 0.5 * ((distanceBefore[j] as number) + here);
        const fast =
          j === 1
            ? (distance[0] as number) + here
            : (costBefore[j - 2] as number) + (distance[j - 1] as number) + here;
        cost[j] = Math.min(even, slow, fast);
      }
      const end = (cost[length - 1] as number) / length;
      [costTwoBefore, costBefore, cost] = [costBefore, cost, costTwoBefore];
      [distanceBefore, distance] = [distance, distanceBefore];
      return end;
    },
  };
}

/** One minus the dot product. Four sums at a time, because the spotter spends most of its time here. */
function cosineDistance(template: Template, from: number, vector: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < WIDTH; i += 4) {
    a += (template[from + i] as number) * (vector[i] as number);
    b += (template[from + i + 1] as number) * (vector[i + 1] as number);
    c += (template[from + i + 2] as number) * (vector[i + 2] as number);
    d += (template[from + i + 3] as number) * (vector[i + 3] as number);
  }
  return 1 - a - b - c - d;
}
