/** Mel-frequency cepstra of single frames: the shape of a short piece of sound's spectrum, in twelve numbers. */

import { powerSpectrum } from "./fft.ts";

/** Samples a second that everything in this folder expects. */
export const SAMPLE_RATE = 16_000;
/** Samples in one frame (25 ms). */
export const FRAME = 400;
/** Samples from one frame to the next (10 ms). */
export const HOP = 160;
/** Frames a second. */
export const FRAME_RATE = SAMPLE_RATE / HOP;
/** Cepstral coefficients kept of a frame; the zeroth, its loudness, is left out. */
export const CEPSTRA = 12;

const FFT = 512;
const BANDS = 26;
const LOWEST_HZ = 120;
const HIGHEST_HZ = 7_000;
const PRE_EMPHASIS = 0.97;
/**
 * What lies under this share of the loudest recent frame is treated as silence, in takes and while listening.
 * Without it the short bench calls the phrase of its first voice weak; at 0 dB most are missed either way.
 */
const FLOOR_SHARE = 0.03;
/** How much of the loudest recent frame is left after each 10 ms; half of it after 0.7 s. */
const PEAK_DECAY = 0.99;
/** Keeps the logarithm of digital silence finite; far below the quietest microphone. */
const DIGITAL_SILENCE = 1e-8;

interface Band {
  first: number;
  weights: Float32Array;
}

export interface FrameAnalysis {
  /** Writes CEPSTRA coefficients of a frame of FRAME samples into `out` and returns its mean power. */
  into(frame: Float32Array, out: Float32Array): number;
}

/** Makes the analysis of frames at SAMPLE_RATE; it holds its tables and scratch space. */
export function frameAnalysis(): FrameAnalysis {
  const spectrum = powerSpectrum(FFT);
  const power = new Float32Array(FFT / 2 + 1);
  const shaped = new Float32Array(FRAME);
  const logs = new Float32Array(BANDS);
  const window = hamming();
  const bands = melBands();
  const cosines = cosineTable();
  let peak = 0;
  return {
    into(frame, out) {
      let energy = 0;
      for (let i = 0; i < FRAME; i++) {
        const sample = frame[i] as number;
        const before = i === 0 ? sample : (frame[i - 1] as number);
        energy += sample * sample;
        shaped[i] = (sample - PRE_EMPHASIS * before) * (window[i] as number);
      }
      spectrum.into(shaped, power);
      peak = logBands(bands, power, logs, peak);
      for (let c = 0; c < CEPSTRA; c++) {
        let sum = 0;
        for (let b = 0; b < BANDS; b++) {
          sum += (logs[b] as number) * (cosines[c * BANDS + b] as number);
        }
        out[c] = sum;
      }
      return energy / FRAME;
    },
  };
}

/** Band energies as logarithms over a floor that follows the loudest recent frame, which it returns. */
function logBands(
  bands: readonly Band[],
  power: Float32Array,
  logs: Float32Array,
  peakBefore: number,
): number {
  let total = 0;
  for (const [b, { first, weights }] of bands.entries()) {
    let sum = 0;
    for (let i = 0; i < weights.length; i++) {
      sum += (weights[i] as number) * (power[first + i] as number);
    }
    logs[b] = sum;
    total += sum;
  }
  const peak = Math.max(peakBefore * PEAK_DECAY, total / bands.length);
  const floor = FLOOR_SHARE * peak + DIGITAL_SILENCE;
  for (let b = 0; b < logs.length; b++) logs[b] = Math.log((logs[b] as number) + floor);
  return peak;
}

function hamming(): Float32Array {
  return Float32Array.from(
    { length: FRAME },
    (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (FRAME - 1)),
  );
}

/** Triangles of equal width on the mel scale (O'Shaughnessy's formula). */
function melBands(): Band[] {
  const mel = (hz: number) => 1127 * Math.log(1 + hz / 700);
  const hz = (m: number) => 700 * (Math.exp(m / 1127) - 1);
  const step = (mel(HIGHEST_HZ) - mel(LOWEST_HZ)) / (BANDS + 1);
  const edge = (i: number) => (hz(mel(LOWEST_HZ) + i * step) * FFT) / SAMPLE_RATE;
  return Array.from({ length: BANDS }, (_, b) => {
    const [left, centre, right] = [edge(b), edge(b + 1), edge(b + 2)];
    const first = Math.ceil(left);
    const weights = Float32Array.from({ length: Math.floor(right) - first + 1 }, (_, i) => {
      const bin = first + i;
      return bin < centre ? (bin - left) / (centre - left) : (right - bin) / (right - centre);
    });
    return { first, weights };
  });
}

function cosineTable(): Float32Array {
  const table = new Float32Array(CEPSTRA * BANDS);
  for (let c = 0; c < CEPSTRA; c++) {
    for (let b = 0; b < BANDS; b++) {
      table[c * BANDS + b] = Math.cos((Math.PI * (c + 1) * (b + 0.5)) / BANDS) / Math.sqrt(BANDS);
    }
  }
  return table;
}
