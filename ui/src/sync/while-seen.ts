/**
 * Repeated long polls while the page is visible, or as long as it is open. Failures make pauses, and so do quick answers: a
 * server with too many requests answers some at once.
 */

import { type Question, type Reading, readWatch } from "#api/watches.ts";
import { after, runningTime } from "#platform/clock.ts";
import { inTime } from "#platform/deadline.ts";
import { isVisible, onHidden, onShown } from "#platform/page/visibility.ts";
import { onConnection } from "#platform/workers/connection.ts";

/** A request for news that took less than this did not wait, in milliseconds. */
const QUICK_MS = 500;
/** News may come in a row: so many quick answers are followed by another request without a pause. */
const IN_A_ROW = 3;
const SHORTEST_PACE_MS = 1_000;
const LONGEST_PACE_MS = 10_000;

/** How many quick answers came in a row, and how long to pause before the next request. */
export interface Pace {
  readonly quick: number;
  readonly pauseMs: number;
}

/** Before the first request. */
export const unhurried: Pace = { quick: 0, pauseMs: 0 };

/** The pace after an answer that took `tookMs`: pauses that double as long as answers come at once. */
export function paced({ quick }: Pace, tookMs: number): Pace {
  if (tookMs >= QUICK_MS) return unhurried;
  const surplus = quick + 1 - IN_A_ROW;
  const pauseMs =
    surplus <= 0 ? 0 : Math.min(SHORTEST_PACE_MS * 2 ** (surplus - 1), LONGEST_PACE_MS);
  return { quick: quick + 1, pauseMs };
}

/** Waiting times after failures, in milliseconds. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** How long a request may take, in milliseconds: the first one, and one that waits for news, which the server keeps for 25 s. */
const FIRST_MS = 10_000;
const PATIENT_MS = 30_000;

/** Reads what came over a link, and gives up a request that takes too long. */
export function readInTime(token: string, question: Question): Promise<Reading> {
  const ms = question.isPatient === true ? PATIENT_MS : FIRST_MS;
  return inTime(ms, (signal) => readWatch(token, { ...question, signal }), question.signal);
}

/** What is repeated. */
interface Repeated {
  /**
   * One request. `isFirst` after each pause: such a request must not wait for news. Resolves to whether another one may
   * follow.
   */
  readonly turn: (signal: AbortSignal, isFirst: boolean) => Promise<boolean>;
  /** A request failed; resolves to whether to try again. */
  readonly onFailure: (error: unknown) => boolean | Promise<boolean>;
  /** A request was given up to ask anew: the page was hidden or shown, or the connection changed. What is known may be old. */
  readonly onInterruption: () => void;
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
    const stops = [after(ms, done), onConnection(done), onShown(done)];
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
    const stop = onShown(done);
    over.addEventListener("abort", done, { once: true });
  });
}

/**
 * A signal for a request that ends when the page is hidden, or, with `isHiddenToo`, when it is shown again: what came meanwhile is
 * requested then, because a browser may have frozen the page silently. It also ends when the connection changes: a request over the
 * previous one may never be answered.
 */
function leaving(
  over: AbortSignal,
  isHiddenToo: boolean,
): { readonly signal: AbortSignal; readonly stop: () => void } {
  const controller = new AbortController();
  const leave = () => controller.abort();
  const stops = [isHiddenToo ? onShown(leave) : onHidden(leave), onConnection(leave)];
  over.addEventListener("abort", leave, { once: true });
  return {
    signal: controller.signal,
    stop: () => {
      for (const stop of stops) stop();
      over.removeEventListener("abort", leave);
    },
  };
}

async function run(
  { turn, onFailure, onInterruption, isHiddenToo = false }: Repeated,
  over: AbortSignal,
): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  let isFirst = true;
  let pace = unhurried;
  while (!over.aborted) {
    if (!isHiddenToo) await untilVisible(over);
    if (over.aborted) return;
    const { signal, stop } = leaving(over, isHiddenToo);
    const begun = runningTime();
    try {
      if (!(await turn(signal, isFirst))) return;
      pauseMs = FIRST_PAUSE_MS;
      isFirst = false;
      pace = paced(pace, runningTime() - begun);
      if (pace.pauseMs > 0) await pause(pace.pauseMs, over);
    } catch (error) {
      isFirst = true;
      if (signal.aborted) {
        if (!over.aborted) onInterruption();
        continue;
      }
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
