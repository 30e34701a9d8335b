/** Long work in small steps, so that the page stays responsive. */
import { FRAME_RATE, HOP } from "./mfcc.ts";

/** A generator that yields after each step and returns the result. */
export type Work<T> = Generator<void, T, void>;

/** Frames (a quarter of a second of sound) that are examined in one step. */
export const STEP_FRAMES = FRAME_RATE / 4;

/** The same in samples. */
export const STEP_SAMPLES = STEP_FRAMES * HOP;

/** Runs all steps at once. */
export function atOnce<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Runs steps for about `sliceMs` milliseconds at a time, and waits for `breathe` in between. */
export async function inSlices<T>(
  work: Work<T>,
  { sliceMs, now, breathe }: { sliceMs: number; now: () => number; breathe: () => Promise<void> },
): Promise<T> {
  let until = now() + sliceMs;
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (now() < until) continue;
    await breathe();
    until = now() + sliceMs;
  }
}
