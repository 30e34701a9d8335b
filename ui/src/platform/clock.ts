/** Wall clock, running clock and timers. */
import type { Moment } from "#content/time.ts";

/** Epoch milliseconds by the device's clock, which its owner may change. */
export function wallTime(): number {
  return Date.now();
}

/**
 * Milliseconds of a clock that nobody can set, and that stands still while some phones sleep. Its beginning is that of
 * the browser's own wall clock, so that it goes on across a reload.
 */
export function runningTime(): number {
  return performance.timeOrigin + performance.now();
}

/** When this document was opened, in epoch milliseconds by the browser's clock. */
export function documentOpenedAt(): number {
  return performance.timeOrigin;
}

/** Now, by both clocks. */
export function moment(): Moment {
  return { wall: wallTime(), running: runningTime() };
}

/** Calls back once, after `ms` milliseconds; returns how to stop. */
export function after(ms: number, listener: () => void): () => void {
  const timer = setTimeout(listener, ms);
  return () => clearTimeout(timer);
}

/** Calls back every `ms` milliseconds; returns how to stop. */
export function every(ms: number, listener: () => void): () => void {
  const timer = setInterval(listener, ms);
  return () => clearInterval(timer);
}

/** Resolves after `ms` milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The promise's value, or `otherwise` when it takes longer than `ms` or fails. */
export function withinTime<T, U>(promise: Promise<T>, ms: number, otherwise: U): Promise<T | U> {
  return Promise.race([promise.catch(() => otherwise), pause(ms).then(() => otherwise)]);
}

/**
 * The promise's result; rejects when it takes longer than `ms`, and then hands over what is still to come, which
 * never rejects.
 */
export function timeLimit<T>(
  promise: Promise<T>,
  ms: number,
  onLate: (late: Promise<unknown>) => void = () => undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = after(ms, () => {
      onLate(promise.catch(() => undefined));
      reject(new Error("Overdue"));
    });
    promise.then(resolve, reject).finally(stop);
  });
}
