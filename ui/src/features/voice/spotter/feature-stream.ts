/** Turns a stream of samples into normalised feature vectors, one for each 10 ms. */

import { CEPSTRA, FRAME, FRAME_RATE, frameAnalysis, HOP } from "./mfcc.ts";

/** Numbers in one feature vector: the cepstra and how fast they change. */
export const WIDTH = 2 * CEPSTRA;
/** Frames on either side that a rate of change looks at; a vector lags its frame by as many. */
const DELTA_REACH = 2;
const DELTA_SCALE = 2 * (1 + 4);
/** Frames (3 s) over which the mean is taken that cancels room and microphone. */
const MEAN_FRAMES = 3 * FRAME_RATE;

export interface FeatureStream {
  /**
   * Takes samples at 16 kHz in blocks of any length and calls `onVector` for each finished frame.
   * The vector has unit length, WIDTH numbers, and is reused: copy what is kept.
   * `power` is the mean power of the frame it describes.
   */
  push(samples: Float32Array, onVector: (vector: Float32Array, power: number) => void): void;
}

/** Makes a stream that has taken no samples yet. */
export function featureStream(): FeatureStream {
  const analyse = frameAnalysis();
  const frame = new Float32Array(FRAME);
  const cepstra = ring(2 * DELTA_REACH + 1, CEPSTRA);
  const powers = new Float32Array(2 * DELTA_REACH + 1);
  const mean = runningMean(MEAN_FRAMES, CEPSTRA);
  const vector = new Float32Array(WIDTH);
  let filled = 0;
  let frames = 0;

  const finishFrame = (onVector: (vector: Float32Array, power: number) => void): void => {
    const slot = frames % powers.length;
    const newest = cepstra.at(frames);
    powers[slot] = analyse.into(frame, newest);
    mean.add(newest);
    frames += 1;
    if (frames < powers.length) return;
    const centre = frames - 1 - DELTA_REACH;
    describe(cepstra.at, centre, mean.value, vector);
    onVector(vector, powers[centre % powers.length] as number);
  };

  return {
    push(samples, onVector) {
      let read = 0;
      while (read < samples.length) {
        const take = Math.min(FRAME - filled, samples.length - read);
        frame.set(samples.subarray(read, read + take), filled);
        filled += take;
        read += take;
        if (filled < FRAME) return;
        finishFrame(onVector);
        frame.copyWithin(0, HOP);
        filled = FRAME - HOP;
      }
    },
  };
}

function describe(
  at: (index: number) => Float32Array,
  centre: number,
  mean: Float32Array,
  vector: Float32Array,
): void {
  const [before2, before1, now, after1, after2] = [-2, -1, 0, 1, 2].map((step) =>
    at(centre + step),
  ) as [Float32Array, Float32Array, Float32Array, Float32Array, Float32Array];
  let square = 0;
  for (let c = 0; c < CEPSTRA; c++) {
    const value = (now[c] as number) - (mean[c] as number);
    const near = (after1[c] as number) - (before1[c] as number);
    const far = (after2[c] as number) - (before2[c] as number);
    const change = (near + 2 * far) / DELTA_SCALE;
    vector[c] = value;
    // A change per frame is several times smaller than a value, so it is given more weight.
    vector[CEPSTRA + c] = DELTA_WEIGHT * change;
    square += value * value + DELTA_WEIGHT * DELTA_WEIGHT * change * change;
  }
  const scale = 1 / Math.sqrt(square + 1e-9);
  for (let i = 0; i < WIDTH; i++) vector[i] = (vector[i] as number) * scale;
}

/** The weight of the rates of change relative to the values; found with the bench. */
const DELTA_WEIGHT = 3;

function ring(length: number, width: number): { at(index: number): Float32Array } {
  const rows = Array.from({ length }, () => new Float32Array(width));
  return { at: (index) => rows[((index % length) + length) % length] as Float32Array };
}

/** The mean of the last `length` rows; before that many, of all so far. */
function runningMean(length: number, width: number) {
  const rows = ring(length, width);
  const sum = new Float64Array(width);
  const value = new Float32Array(width);
  let count = 0;
  return {
    value,
    add(row: Float32Array): void {
      const oldest = rows.at(count);
      for (let i = 0; i < width; i++) {
        sum[i] = (sum[i] as number) + (row[i] as number) - (oldest[i] as number);
      }
      oldest.set(row);
      count += 1;
      const over = Math.min(count, length);
      for (let i = 0; i < width; i++) value[i] = (sum[i] as number) / over;
    },
  };
}
