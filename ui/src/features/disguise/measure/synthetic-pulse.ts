/** Synthetic colours of a fingertip on a camera, and of other things, for tests. */
import type { Frame } from "#content/frame.ts";

/** Numbers from 0 to 1, the same at each run. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A normal distribution of mean 0 and deviation 1. */
function normal(next: () => number): () => number {
  return () => Math.sqrt(-2 * Math.log(next() || 1e-9)) * Math.cos(2 * Math.PI * next());
}

/** What a test asks for; strengths are levels of 255 in the red channel. */
export interface Scene {
  /** Beats a minute; 0 for what does not beat. */
  readonly bpm: number;
  readonly seconds?: number;
  readonly fps?: number;
  /** How strong a beat is. */
  readonly beat?: number;
  /** The deviation of the camera's noise. */
  readonly noise?: number;
  /** How far the light drifts in ten seconds. */
  readonly drift?: number;
  /** How strong breathing is, fifteen times a minute. */
  readonly breathing?: number;
  /** How far the finger moves, irregularly. */
  readonly motion?: number;
  /** The part of the frames that are missing. */
  readonly dropped?: number;
  /** By how much beats differ in length, as a part of it. */
  readonly variation?: number;
  /** How strong a lamp flickers, and how often a second. */
  readonly flicker?: { readonly strength: number; readonly hertz: number };
  /** The colour without any of this. */
  readonly colour?: readonly [red: number, green: number, blue: number];
  readonly seed?: number;
}

/** A wave in a beat, which goes on in the next one. */
const bump = (phase: number, middle: number, width: number) =>
  [-1, 0, 1].reduce((sum, beat) => sum + Math.exp(-(((phase + beat - middle) / width) ** 2)), 0);

/** The blood in a finger at a phase of the beat: a steep rise, and the second, smaller wave. A fast heart has no time for steepness. */
function blood(phase: number, bpm: number): number {
  const width = Math.max(1, bpm / 60);
  return bump(phase, 0.2, 0.09 * width) + 0.35 * bump(phase, 0.52, 0.13 * width);
}

/** Beats so far at times in seconds, with the part of the running one; beats differ in length by a part of it. */
function heart(bpm: number, variation: number, random: () => number): (seconds: number) => number {
  let beats = 0;
  let beatStart = 0;
  let length = 60 / bpm;
  return (seconds) => {
    while (seconds - beatStart >= length) {
      beats += 1;
      beatStart += length;
      length = (60 / bpm) * (1 + variation * random());
    }
    return beats + (seconds - beatStart) / length;
  };
}

/** What a camera saw, and how many beats the heart had done at each frame. */
export interface Film {
  readonly frames: readonly Frame[];
  readonly beats: readonly number[];
}

/** The mean rate of a film between two times in milliseconds, in beats a minute; a time between frames counts as the earlier one. */
export function rateBetween({ frames, beats }: Film, from: number, to: number): number {
  const first = Math.max(0, frames.findIndex(({ at }) => at > from) - 1);
  const last = frames.findLastIndex(({ at }) => at <= to);
  const spanMs = (frames[last]?.at ?? 0) - (frames[first]?.at ?? 0);
  return (((beats[last] ?? 0) - (beats[first] ?? 0)) * 60_000) / spanMs;
}

/** The frames of a scene. */
export const framesOf = (scene: Scene): readonly Frame[] => filmOf(scene).frames;

/** The film of a scene. */
export function filmOf(scene: Scene): Film {
  const { bpm, seconds = 20, fps = 30, beat = 1.2, noise = 0.03, drift = 0, breathing = 0 } = scene;
  const { motion = 0, dropped = 0, variation = 0.02, flicker, colour = [215, 22, 12] } = scene;
  const next = numbers(scene.seed ?? 1);
  const random = normal(next);
  const beatsAt = heart(bpm === 0 ? 60 : bpm, variation, random);
  let place = 0;
  let speed = 0;
  const frames: Frame[] = [];
  const beats: number[] = [];
  for (let index = 0; index < seconds * fps; index += 1) {
    const at = (index + 0.03 * next()) / fps;
    speed = 0.9 * speed + 0.3 * random();
    place = 0.97 * place + speed / Math.sqrt(fps);
    const light =
      motion * place +
      (drift * at) / 10 +
      breathing * Math.sin((2 * Math.PI * at) / 4) +
      (flicker ? flicker.strength * Math.sin(2 * Math.PI * flicker.hertz * at) : 0);
    const beatsNow = beatsAt(at);
    const dark = bpm === 0 ? 0 : beat * blood(beatsNow % 1, bpm);
    const [red, green, blue] = colour.map((level, channel) => {
      const part = [1, 0.4, 0.2][channel] ?? 0;
      return level === 0 ? 0 : Math.max(0, level + part * (light - dark) + noise * random());
    });
    if (next() >= dropped) {
      frames.push({ at: at * 1_000, red: red ?? 0, green: green ?? 0, blue: blue ?? 0 });
      beats.push(beatsNow);
    }
  }
  return { frames, beats };
}
