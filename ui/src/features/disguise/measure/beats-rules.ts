/** Single beats in a wave: where each begins, and how long they are. Pure. */
import { pulseLimits } from "#content/heart-monitor-limits.ts";
import { fallOf, type Samples, vertexOf } from "./signal.ts";

/**
 * Tops within this part of a beat of a higher one are no beats of their own. It is less than a half, so that the beats
 * between are found too where two beats were taken for one.
 */
const REACH = 0.4;

/** Whether no sample within `reach` is higher than the one at `index`. */
function isTop(wave: Float64Array, index: number, reach: number): boolean {
  const height = wave[index] ?? 0;
  for (let other = Math.max(0, index - reach); other <= index + reach; other += 1) {
    if ((wave[other] ?? 0) > height) return false;
  }
  return height > 0;
}

/** The middle one of numbers; undefined of none. */
const medianOf = (numbers: readonly number[]) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** Where beats of about `lag` samples begin, as fractions of samples: at the tops that are as high as most beats are. */
function beatsIn(wave: Float64Array, lag: number): number[] {
  const reach = Math.max(2, Math.round(REACH * lag));
  const tops: number[] = [];
  for (let index = 1; index < wave.length - 1; index += 1) {
    if (isTop(wave, index, reach)) tops.push(index);
  }
  const heights = tops.map((index) => wave[index] ?? 0).sort((one, other) => other - one);
  const typical = medianOf(heights.slice(0, Math.round(wave.length / lag))) ?? 0;
  return tops
    .filter((index) => (wave[index] ?? 0) >= typical / 2)
    .map((index) => {
      const [left = 0, top = 0, right = 0] = wave.subarray(index - 1, index + 2);
      return index + vertexOf(left, top, right).shift;
    });
}

/** Over how many samples the fall is measured: a slow beat falls longer, and less noise is left in a longer one. */
const widthFor = (lag: number) => Math.max(4, Math.min(8, 2 * Math.round(lag / 10)));

/**
 * The mean length of the beats of a channel, in samples, each found by the steep fall with which it begins; null when too
 * little of the time is beats of about one length. `lag` is about how long they are.
 */
export function beatLengthOf(samples: Samples, lag: number): number | null {
  const wave = fallOf(samples, widthFor(lag));
  const beats = beatsIn(wave, lag);
  const lengths = beats.slice(1).map((beat, index) => beat - (beats[index] ?? 0));
  const median = medianOf(lengths);
  if (median === undefined) return null;
  const even = lengths.filter((one) => Math.abs(one / median - 1) <= pulseLimits.unevenness);
  const sum = even.reduce((total, one) => total + one, 0);
  return sum < wave.length * pulseLimits.counted ? null : sum / even.length;
}
