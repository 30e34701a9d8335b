/** Work with a signal, which is given up after a time. */
import { after } from "./clock.ts";

/** Does something that a signal can end, and ends it after `ms` milliseconds, or when `outer` does. */
export async function withDeadline<T>(
  ms: number,
  act: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const ending = new AbortController();
  const end = () => ending.abort();
  const stop = after(ms, end);
  outer?.addEventListener("abort", end);
  try {
    const done = act(ending.signal);
    // One that has ended tells nobody any more.
    if (outer?.aborted) end();
    return await done;
  } finally {
    stop();
    outer?.removeEventListener("abort", end);
  }
}

/**
 * Gives a request up after `ms` milliseconds, or when `outer` ends, and rejects then: a connection may hang silently, and a browser may
 * ignore the signal.
 */
export function inTime<T>(
  ms: number,
  ask: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const ended = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  return withDeadline(ms, (signal) => Promise.race([ask(signal), ended(signal)]), outer);
}
