/** A synthetic voice for tests, from harmonics and resonances, so that no recording of a person is needed. */

import { SAMPLE_RATE } from "./mfcc.ts";

/** Resonances (Hz) of seven sounds that differ as vowels do. */
const SOUNDS: Readonly<Record<string, readonly [number, number, number]>> = {
  a: [750, 1_200, 2_500],
  e: [450, 1_950, 2_600],
  i: [290, 2_300, 3_000],
  o: [480, 850, 2_400],
  u: [310, 700, 2_250],
  m: [250, 1_100, 1_900],
  s: [3_500, 4_800, 6_200],
};

/** How something is said: seconds for each sound, and the pitch in Hz. */
export interface Manner {
  readonly pace?: number;
  readonly pitch?: number;
  readonly level?: number;
}

/** Says a word of letters from "aeioums"; a blank is a pause. Samples at 16 kHz. */
export function say(word: string, manner: Manner = {}): Float32Array {
  const { pace = 0.12, pitch = 120, level = 0.2 } = manner;
  const length = Math.round(pace * SAMPLE_RATE);
  const samples = new Float32Array(length * word.length);
  for (const [index, letter] of [...word].entries()) {
    const resonances = SOUNDS[letter];
    if (resonances) addSound(samples, index * length, length, resonances, pitch, level);
  }
  return samples;
}

/** Near silence with a little hiss; `seconds` long. */
export function quiet(seconds: number): Float32Array {
  let state = 7;
  return Float32Array.from({ length: Math.round(seconds * SAMPLE_RATE) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 31 - 1) * 0.001;
  });
}

/** One after the other. */
export function joined(...pieces: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function addSound(
  samples: Float32Array,
  start: number,
  length: number,
  resonances: readonly number[],
  pitch: number,
  level: number,
): void {
  for (let hz = pitch; hz < 7_000; hz += pitch) {
    const gain = resonances.reduce((sum, centre) => sum + 1 / (1 + ((hz - centre) / 90) ** 2), 0);
    for (let i = 0; i < length; i++) {
      const fade = Math.min(1, i / 200, (length - i) / 200);
      const wave = Math.sin((2 * Math.PI * hz * (start + i)) / SAMPLE_RATE);
      samples[start + i] = (samples[start + i] as number) + level * 0.3 * fade * gain * wave;
    }
  }
}
