/** A seeded pseudo-random number generator (Park and Miller). */

const MODULUS = 2_147_483_647;

/** A generator of the states after a seed, which is between 1 and 2,147,483,646. */
function statesAfter(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % MODULUS;
    return state;
  };
}

/** A generator of numbers from 0 to 1. */
export function fractionsOf(seed: number): () => number {
  const next = statesAfter(seed);
  return () => next() / MODULUS;
}

/** A generator of whole numbers from 0, below what is asked for. */
export function wholesOf(seed: number): (below: number) => number {
  const next = statesAfter(seed);
  return (below) => next() % below;
}
