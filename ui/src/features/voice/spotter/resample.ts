/** Converts samples of any common rate to the 16 kHz that the spotter works with. */

import { SAMPLE_RATE } from "./mfcc.ts";

/** Input samples on either side of an output sample that shape it. */
const REACH = 16;
/** Steps between two input samples for which the kernel is tabled. */
const PHASES = 64;

/** Makes a converter from `rate` samples a second; blocks may have any length. */
export function resampler(rate: number): (samples: Float32Array) => Float32Array {
  if (rate === SAMPLE_RATE) return (samples) => samples;
  const step = rate / SAMPLE_RATE;
  const kernels = sincKernels(Math.min(1, 1 / step) * 0.92);
  let kept: Float32Array = new Float32Array(2 * REACH);
  let position = REACH;
  return (samples) => {
    const input = new Float32Array(kept.length + samples.length);
    input.set(kept);
    input.set(samples, kept.length);
    const out: number[] = [];
    for (; position + REACH < input.length; position += step) {
      out.push(interpolate(input, position, kernels));
    }
    const drop = Math.min(input.length, Math.floor(position) - REACH);
    kept = input.slice(drop);
    position -= drop;
    return Float32Array.from(out);
  };
}

function interpolate(
  input: Float32Array,
  position: number,
  kernels: readonly Float32Array[],
): number {
  const whole = Math.floor(position);
  const kernel = kernels[Math.floor((position - whole) * PHASES)] as Float32Array;
  let sum = 0;
  for (let i = 0; i < 2 * REACH; i++) {
    sum += (input[whole - REACH + 1 + i] as number) * (kernel[i] as number);
  }
  return sum;
}

/** Windowed sinc low-pass filters, one for each phase; `cutoff` is a share of the input's Nyquist rate. */
function sincKernels(cutoff: number): Float32Array[] {
  return Array.from({ length: PHASES }, (_, phase) => {
    const kernel = Float32Array.from({ length: 2 * REACH }, (_, i) => {
      const x = i - REACH + 1 - phase / PHASES;
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * cutoff * x) / (Math.PI * cutoff * x);
      return cutoff * sinc * (0.5 + 0.5 * Math.cos((Math.PI * x) / REACH));
    });
    const sum = kernel.reduce((total, weight) => total + weight, 0);
    return kernel.map((weight) => weight / sum);
  });
}
