/** Requests that follow each other while the page is visible: each waits for news at the server, and failures make pauses. */
import { after } from "#platform/clock.ts";
import { onConnection } from "#platform/connection.ts";
import { isVisible, onVisibility } from "#platform/visibility.ts";

/** Waiting times after failures, in milliseconds. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** What is repeated. */
export interface Repeated {
  /**
   * One request. `isFirst` after each pause: such a request must not wait for news. Resolves to whether another one may
   * follow.
   */
  readonly turn: (signal: AbortSignal, isFirst: boolean) => Promise<boolean>;
  /** A request failed; resolves to whether to try again. */
  readonly onFailure: (error: unknown) => boolean | Promise<boolean>;
  /** Whether to go on in a hidden tab, as far as the browser lets it. */
  readonly isHiddenToo?: boolean;
}

/** Resolves after `ms`, or as soon as the connection or the page comes back, or it is over. */
function pause(ms: number, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const stop of stops) stop();
      resolve();
    };
    const stops = [after(ms, done), onConnection(done), onVisibility((seen) => seen && done())];
    over.addEventListener("abort", done, { once: true });
  });
}

/** Resolves when the page is visible, or it is over. */
function untilVisible(over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (isVisible() || over.aborted) return resolve();
    const done = () => {
      stop();
      resolve();
    };
    const stop = onVisibility((seen) => seen && done());
    over.addEventListener("abort", done, { once: true });
  });
}

/**
 * A signal for a request that ends when the page is hidden, or, with `isHiddenToo`, when it is seen again: what came meanwhile is
 * asked for then, because a browser may have stopped the page without a word.
 */
function leaving(
  over: AbortSignal,
  isHiddenToo: boolean,
): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const leave = () => controller.abort();
  const stopSeeing = onVisibility((seen) => seen === isHiddenToo && leave());
  over.addEventListener("abort", leave, { once: true });
  return {
    signal: controller.signal,
    stop: () => {
      stopSeeing();
      over.removeEventListener("abort", leave);
    },
  };
}

async function run(
  { turn, onFailure, isHiddenToo = false }: Repeated,
  over: AbortSignal,
): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  let isFirst = true;
  while (!over.aborted) {
    if (!isHiddenToo) await untilVisible(over);
    if (over.aborted) return;
    const { signal, stop } = leaving(over, isHiddenToo);
    try {
      if (!(await turn(signal, isFirst))) return;
      pauseMs = FIRST_PAUSE_MS;
      isFirst = false;
    } catch (error) {
      isFirst = true;
      if (signal.aborted) continue;
      if (!(await onFailure(error))) return;
      await pause(pauseMs, over);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    } finally {
      stop();
    }
  }
}

/** Repeats until the returned function is called, or `turn` or `onFailure` end it. */
export function repeatWhileSeen(repeated: Repeated): () => void {
  const stopping = new AbortController();
  void run(repeated, stopping.signal);
  return () => stopping.abort();
}
