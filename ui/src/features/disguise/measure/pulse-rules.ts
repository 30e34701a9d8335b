/** What counts as a reading: decided from the mean colours of the camera's frames. Pure. */
import type { Frame } from "#content/frame.ts";
import { pulseLimits } from "#content/heart-monitor-limits.ts";
import { beatLengthOf } from "./beats-rules.ts";
import { fallOf, periodOf, pulseWave, RATE, resample, strengthOf } from "./signal.ts";

const CHANNELS = ["red", "green", "blue"] as const;

/** Whether a fingertip covers the camera: what shines through it is red, and not dark. */
export function isCovered({ red, green, blue }: Frame): boolean {
  return red >= 40 && red >= 1.3 * Math.max(green, blue);
}

/** The newest frames in a row that a finger covered, without a pause that hides a beat. */
function coveredFrames(frames: readonly Frame[]): readonly Frame[] {
  const broken = frames.findLastIndex((frame, index) => {
    const before = frames[index - 1];
    return !isCovered(frame) || (before !== undefined && frame.at - before.at > pulseLimits.gapMs);
  });
  const first = frames[broken];
  // A frame after a pause begins the next row; one that shows no finger does not.
  return frames.slice(first !== undefined && isCovered(first) ? broken : broken + 1);
}

/** How long frames span, in milliseconds. */
function spanOf(frames: readonly Frame[]): number {
  return (frames.at(-1)?.at ?? 0) - (frames[0]?.at ?? 0);
}

/** The frames of the newest window. */
export function newest(frames: readonly Frame[], ms: number): readonly Frame[] {
  const from = (frames.at(-1)?.at ?? 0) - ms;
  return frames.filter(({ at }) => at >= from);
}

/** The heart rate in beats a minute, and how regular the wave is, 0 to 1. */
interface Pulse {
  readonly bpm: number;
  readonly quality: number;
}

const lagOf = (bpm: number) => (RATE * 60) / bpm;

/** In samples; shorter than any beat that is shown, so that two beats of what is too fast are not taken for one. */
const SHORTEST = 4;

/** Over how many samples a fall is measured in which a repetition is looked for. */
const FALL = 4;

/** How often the fall of one channel repeats; null when nothing does, or what changes is no blood. */
function repetitionIn(frames: readonly Frame[], channel: (typeof CHANNELS)[number]) {
  const samples = resample(
    frames.map(({ at }) => at),
    frames.map((frame) => frame[channel]),
  );
  const mean = samples.reduce((total, sample) => total + sample, 0) / samples.length;
  const strength = strengthOf(pulseWave(samples));
  if (strength < pulseLimits.faintest || strength > mean * pulseLimits.strongest) return null;
  const longest = Math.ceil(lagOf(pulseLimits.lowest));
  const period = periodOf(fallOf(samples, FALL), SHORTEST, longest);
  return period === null ? null : { samples, ...period };
}

/**
 * The pulse in a window of covered frames; null when there is none, or it is not sure. In the channel that repeats best the
 * rate is found twice: by how soon the wave is like itself, and by counting beats. Both look at how fast the light falls and
 * not at how much there is: a finger moves slower than the blood rises, so motion is weak there. Motion leads the two astray
 * in different ways, so where they differ neither is shown; where they agree the count is, which is the mean rate even if
 * beats differ in length.
 */
export function pulseOf(frames: readonly Frame[]): Pulse | null {
  const window = newest(coveredFrames(frames), pulseLimits.windowMs);
  const span = spanOf(window);
  // The last frame before the window's begin is not in it.
  if (span < pulseLimits.windowMs - pulseLimits.gapMs) return null;
  if ((window.length * 1_000) / span < pulseLimits.slowestFrames) return null;
  const found = CHANNELS.map((channel) => repetitionIn(window, channel)).filter(
    (one) => one !== null,
  );
  const [best] = found.sort((one, other) => other.likeness - one.likeness);
  if (best === undefined || best.likeness < pulseLimits.gate) return null;
  const length = beatLengthOf(best.samples, best.lag);
  if (length === null) return null;
  const bpm = lagOf(length);
  if (Math.abs(bpm - lagOf(best.lag)) > pulseLimits.difference) return null;
  const shown = Math.round(bpm);
  if (shown < pulseLimits.lowest || shown > pulseLimits.highest) return null;
  return { bpm, quality: best.likeness };
}

/** Pulses in a row, the newest last; a look without one begins anew. */
export type Row = readonly Pulse[];

/** The row after one more look. */
export function withLook(row: Row, pulse: Pulse | null): Row {
  return pulse === null ? [] : [...row, pulse].slice(-pulseLimits.looks);
}

/** The reading that a whole row agrees on, in beats a minute: its median; null when it does not. */
export function readingOf(row: Row): number | null {
  const sorted = row.map(({ bpm }) => bpm).sort((one, other) => one - other);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  const median = sorted[Math.floor(sorted.length / 2)];
  if (row.length < pulseLimits.looks || lowest === undefined || highest === undefined) return null;
  if (median === undefined || highest - lowest > pulseLimits.agreement) return null;
  return Math.round(median);
}

/** How much of what a reading needs is there, 0 to 1: a window of covered frames, and then a row of looks that found a pulse. */
export function shareOf(frames: readonly Frame[], row: Row): number {
  const { windowMs, looks, lookMs } = pulseLimits;
  const seenMs = Math.min(windowMs, spanOf(coveredFrames(frames)));
  return (seenMs + row.length * lookMs) / (windowMs + looks * lookMs);
}

/** The newest wave as heights from -1 to 1, evenly spaced; empty while no finger is there. */
export function traceOf(frames: readonly Frame[]): readonly number[] {
  const window = newest(coveredFrames(frames), pulseLimits.traceMs);
  if (spanOf(window) < 1_000) return [];
  const times = window.map(({ at }) => at);
  const wave = pulseWave(
    resample(
      times,
      window.map(({ red }) => red),
    ),
  );
  const highest = Math.max(pulseLimits.faintest, ...wave.map(Math.abs));
  // More blood takes more light away: a beat points up.
  return Array.from(wave, (sample) => -sample / highest);
}
