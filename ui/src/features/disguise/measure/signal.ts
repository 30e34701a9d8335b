/** Signal processing for pulse waves: pure functions on evenly spaced samples. */

/** Samples a second after resampling. */
export const RATE = 30;

/** Evenly spaced numbers. */
export type Samples = readonly number[] | Float64Array;

/**
 * Values at uneven times, in milliseconds, as samples at `RATE` from the first time to the last: straight lines between
 * neighbours. Times that do not increase are skipped.
 */
export function resample(times: Samples, values: Samples): Float64Array {
  const [start = 0] = times;
  const end = times.at(-1) ?? start;
  const samples = new Float64Array(Math.floor(((end - start) * RATE) / 1_000) + 1);
  let right = 1;
  let left = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const at = start + (index * 1_000) / RATE;
    while (right < times.length - 1 && (times[right] ?? 0) < at) {
      if ((times[right] ?? 0) > (times[left] ?? 0)) left = right;
      right += 1;
    }
    const from = times[left] ?? start;
    const to = times[right] ?? from;
    const before = values[left] ?? 0;
    const after = values[right] ?? before;
    const share = to > from ? Math.min(1, (at - from) / (to - from)) : 0;
    samples[index] = before + (after - before) * share;
  }
  return samples;
}

/** The mean over `width` samples around each sample, fewer at both ends; `width` is odd. */
function smooth(samples: Samples, width: number): Float64Array {
  const half = (width - 1) / 2;
  const means = new Float64Array(samples.length);
  let sum = 0;
  let count = 0;
  for (let index = -half; index < samples.length; index += 1) {
    const entering = samples[index + half];
    const leaving = samples[index - half - 1];
    if (entering !== undefined) [sum, count] = [sum + entering, count + 1];
    if (leaving !== undefined) [sum, count] = [sum - leaving, count - 1];
    if (index >= 0) means[index] = sum / count;
  }
  return means;
}

/** What is slower than the pulse is taken away: the mean over this many samples, a second and a half. */
const SLOW = 45;

/** The pulse wave of a colour: without drift and breathing, and without what is faster than a heart. */
export function pulseWave(samples: Samples): Float64Array {
  const drift = smooth(samples, SLOW);
  const steady = Float64Array.from(samples);
  for (const [index, level] of drift.entries()) steady[index] = (steady[index] ?? 0) - level;
  return smooth(steady, 3);
}

/** The root of the mean square. */
export function strengthOf(wave: Samples): number {
  let sum = 0;
  for (const sample of wave) sum += sample * sample;
  return wave.length === 0 ? 0 : Math.sqrt(sum / wave.length);
}

/** How much a wave falls over `width` samples, at each sample but the first ones, smoothed over `width + 1`; `width` is even. */
export function fallOf(samples: Samples, width: number): Float64Array {
  const smoothed = smooth(samples, width + 1);
  const falls = new Float64Array(Math.max(0, samples.length - width));
  for (let index = 0; index < falls.length; index += 1) {
    falls[index] = (smoothed[index] ?? 0) - (smoothed[index + width] ?? 0);
  }
  return falls;
}

/** How much a wave is like itself after 0, 1, ... `longest` samples: 1 is the same, 0 unlike. */
function likenesses(wave: Float64Array, longest: number): Float64Array {
  const power = new Float64Array(wave.length + 1);
  for (let index = 0; index < wave.length; index += 1) {
    power[index + 1] = (power[index] ?? 0) + (wave[index] ?? 0) ** 2;
  }
  const whole = power.at(-1) ?? 0;
  const alike = new Float64Array(longest + 1);
  for (let lag = 0; lag <= longest; lag += 1) {
    let product = 0;
    for (let index = lag; index < wave.length; index += 1) {
      product += (wave[index] ?? 0) * (wave[index - lag] ?? 0);
    }
    const scale = Math.sqrt((power[wave.length - lag] ?? 0) * (whole - (power[lag] ?? 0)));
    alike[lag] = scale === 0 ? 0 : product / scale;
  }
  return alike;
}

/** A repetition in a wave: after how many samples, as a fraction, and how alike. */
export interface Period {
  readonly lag: number;
  readonly likeness: number;
}

/** The top of the parabola through three neighbours: where it is, from the middle one, and how high. */
export function vertexOf(left: number, top: number, right: number) {
  const bend = left - 2 * top + right;
  const shift = bend === 0 ? 0 : (left - right) / (2 * bend);
  return { shift, height: top - ((left - right) * shift) / 4 };
}

/** A wave repeats after two periods as well as after one: of peaks this close to the best, the first counts. */
const AS_GOOD = 0.75;

/** The shortest lag between two bounds at which the wave repeats as well as anywhere; null when it has no peak there. */
export function periodOf(wave: Float64Array, shortest: number, longest: number): Period | null {
  const alike = likenesses(wave, longest + 1);
  const peaks: Period[] = [];
  for (let lag = shortest; lag <= longest; lag += 1) {
    const [left = 0, top = 0, right = 0] = alike.subarray(lag - 1, lag + 2);
    if (top <= left || top < right) continue;
    const { shift, height } = vertexOf(left, top, right);
    peaks.push({ lag: lag + shift, likeness: height });
  }
  const best = Math.max(...peaks.map(({ likeness }) => likeness));
  return peaks.find(({ likeness }) => likeness >= best * AS_GOOD) ?? null;
}
