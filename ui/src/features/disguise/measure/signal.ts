/** Signal processing for pulse waves: pure functions on evenly spaced samples. */

/** Samples a second after resampling. */
export const RATE = 30;

/**
 * Values at uneven times, in milliseconds, as samples at `RATE` from the first time to the last: straight lines between
 * neighbours. Times that do not increase are skipped.
 */
export function resample(times: readonly number[], values: readonly number[]): number[] {
  const [start = 0] = times;
  const end = times.at(-1) ?? start;
  const samples: number[] = [];
  let right = 1;
  let left = 0;
  for (let at = start; at <= end; at = start + (samples.length * 1_000) / RATE) {
    while (right < times.length - 1 && (times[right] ?? 0) < at) {
      if ((times[right] ?? 0) > (times[left] ?? 0)) left = right;
      right += 1;
    }
    const from = times[left] ?? start;
    const to = times[right] ?? from;
    const before = values[left] ?? 0;
    const after = values[right] ?? before;
    const share = to > from ? Math.min(1, (at - from) / (to - from)) : 0;
    samples.push(before + (after - before) * share);
  }
  return samples;
}

/** The mean over `width` samples around each sample, fewer at both ends; `width` is odd. */
function smooth(samples: readonly number[], width: number): number[] {
  const half = (width - 1) / 2;
  const sums = [0];
  for (const sample of samples) sums.push((sums.at(-1) ?? 0) + sample);
  return samples.map((_, index) => {
    const from = Math.max(0, index - half);
    const to = Math.min(samples.length, index + half + 1);
    return ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from);
  });
}

/** What is slower than the pulse is taken away: the mean over this many samples, a second and a half. */
const SLOW = 45;

/** The pulse wave of a colour: without drift and breathing, and without what is faster than a heart. */
export function pulseWave(samples: readonly number[]): number[] {
  const drift = smooth(samples, SLOW);
  return smooth(
    samples.map((sample, index) => sample - (drift[index] ?? 0)),
    3,
  );
}

/** The root of the mean square. */
export function strengthOf(wave: readonly number[]): number {
  const sum = wave.reduce((total, sample) => total + sample * sample, 0);
  return wave.length === 0 ? 0 : Math.sqrt(sum / wave.length);
}

/** How much a wave is like itself `lag` samples later: 1 is the same, 0 unlike. */
function likeness(wave: readonly number[], lag: number): number {
  let product = 0;
  let before = 0;
  let after = 0;
  for (let index = lag; index < wave.length; index += 1) {
    const early = wave[index - lag] ?? 0;
    const late = wave[index] ?? 0;
    product += early * late;
    before += early * early;
    after += late * late;
  }
  const scale = Math.sqrt(before * after);
  return scale === 0 ? 0 : product / scale;
}

/** A repetition in a wave: after how many samples, as a fraction, and how alike. */
export interface Period {
  readonly lag: number;
  readonly likeness: number;
}

/** The top of the parabola through three neighbours. */
function vertex(lag: number, left: number, top: number, right: number): Period {
  const bend = left - 2 * top + right;
  const shift = bend === 0 ? 0 : (left - right) / (2 * bend);
  return { lag: lag + shift, likeness: top - ((left - right) * shift) / 4 };
}

/** A wave repeats after two periods as well as after one: of peaks this close to the best, the first counts. */
const AS_GOOD = 0.75;

/** The shortest lag between two bounds at which the wave repeats as well as anywhere; null when it has no peak there. */
export function periodOf(
  wave: readonly number[],
  shortest: number,
  longest: number,
): Period | null {
  const peaks: Period[] = [];
  let left = likeness(wave, shortest - 1);
  let top = likeness(wave, shortest);
  for (let lag = shortest; lag <= longest; lag += 1) {
    const right = likeness(wave, lag + 1);
    if (top > left && top >= right) peaks.push(vertex(lag, left, top, right));
    left = top;
    top = right;
  }
  const best = Math.max(...peaks.map((peak) => peak.likeness));
  return peaks.find((peak) => peak.likeness >= best * AS_GOOD) ?? null;
}
