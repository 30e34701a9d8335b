/** The power spectrum of one frame, by a radix-2 transform with tables made once. */

export interface PowerSpectrum {
  /** Writes size / 2 + 1 power values of `frame` (real, at most `size` samples) into `out`. */
  into(frame: Float32Array, out: Float32Array): void;
}

/**
 * Makes a transform for frames of up to `size` samples.
 * `size` must be a power of two; shorter frames are padded with zeros.
 */
export function powerSpectrum(size: number): PowerSpectrum {
  const real = new Float32Array(size);
  const imag = new Float32Array(size);
  const order = bitReversed(size);
  const cos = new Float32Array(size / 2);
  const sin = new Float32Array(size / 2);
  for (let i = 0; i < size / 2; i++) {
    cos[i] = Math.cos((2 * Math.PI * i) / size);
    sin[i] = -Math.sin((2 * Math.PI * i) / size);
  }
  return {
    into(frame, out) {
      for (let i = 0; i < size; i++) {
        real[i] = frame[order[i] as number] ?? 0;
        imag[i] = 0;
      }
      butterflies(real, imag, cos, sin);
      for (let i = 0; i <= size / 2; i++) {
        const re = real[i] as number;
        const im = imag[i] as number;
        out[i] = re * re + im * im;
      }
    },
  };
}

function bitReversed(size: number): Uint16Array {
  const order = new Uint16Array(size);
  const bits = Math.log2(size);
  for (let i = 0; i < size; i++) {
    let reversed = 0;
    for (let bit = 0; bit < bits; bit++) {
      if (i & (1 << bit)) reversed |= 1 << (bits - 1 - bit);
    }
    order[i] = reversed;
  }
  return order;
}

function butterflies(
  real: Float32Array,
  imag: Float32Array,
  cos: Float32Array,
  sin: Float32Array,
): void {
  const size = real.length;
  for (let half = 1; half < size; half *= 2) {
    const stride = size / (2 * half);
    for (let start = 0; start < size; start += 2 * half) {
      for (let k = 0; k < half; k++) {
        const c = cos[k * stride] as number;
        const s = sin[k * stride] as number;
        const low = start + k;
        const high = low + half;
        const re = (real[high] as number) * c - (imag[high] as number) * s;
        const im = (real[high] as number) * s + (imag[high] as number) * c;
        real[high] = (real[low] as number) - re;
        imag[high] = (imag[low] as number) - im;
        real[low] = (real[low] as number) + re;
        imag[low] = (imag[low] as number) + im;
      }
    }
  }
}
