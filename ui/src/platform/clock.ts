/** The two clocks of a device: the one on the wall and the one that only runs forward. */

/** Milliseconds since 1970 by the device's own clock, which its owner may set as they like. */
export function wallTime(): number {
  return Date.now();
}

/** Milliseconds since this page began; never jumps when the wall clock is changed. */
export function runningTime(): number {
  return performance.now();
}

/** Calls back once, after `ms` milliseconds; returns how to stop. */
export function after(ms: number, listener: () => void): () => void {
  const timer = setTimeout(listener, ms);
  return () => clearTimeout(timer);
}

/** Calls back again and again, every `ms` milliseconds; returns how to stop. */
export function every(ms: number, listener: () => void): () => void {
  const timer = setInterval(listener, ms);
  return () => clearInterval(timer);
}

/** A promise that is kept after `ms` milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The promise's value, or `otherwise` when it takes longer than `ms` or fails. */
export function withinTime<T, U>(promise: Promise<T>, ms: number, otherwise: U): Promise<T | U> {
  return Promise.race([promise.catch(() => otherwise), pause(ms).then(() => otherwise)]);
}
