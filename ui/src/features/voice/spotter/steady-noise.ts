/** Adds steady noise to a take, to test whether it would still be recognised. */

/** A copy of `samples` with noise `decibels` under their loud part; always the same noise. */
export function steadyNoise(samples: Float32Array, decibels: number): Float32Array {
  const noise = pinkNoise(samples.length);
  const level = Math.sqrt(loudPower(samples) / (10 ** (decibels / 10) * meanPower(noise)));
  return samples.map((sample, i) => sample + level * (noise[i] as number));
}

/** White noise of a fixed sequence with its high frequencies reduced, as in rooms and streets. */
function pinkNoise(length: number): Float32Array {
  let state = 1;
  let [slow, middle] = [0, 0];
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const white = state / 2 ** 31 - 1;
    slow = 0.99 * slow + 0.1 * white;
    middle = 0.9 * middle + 0.3 * white;
    return slow + middle + 0.3 * white;
  });
}

/** Mean power of the blocks of 10 ms within 25 dB of the loudest: speech without its pauses. */
function loudPower(samples: Float32Array): number {
  const powers: number[] = [];
  for (let i = 0; i + 160 <= samples.length; i += 160) {
    powers.push(meanPower(samples.subarray(i, i + 160)));
  }
  const peak = powers.reduce((most, power) => Math.max(most, power), 0);
  const loud = powers.filter((power) => peak / 300 < power);
  return loud.reduce((sum, power) => sum + power, 0) / Math.max(1, loud.length);
}

function meanPower(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length);
}
