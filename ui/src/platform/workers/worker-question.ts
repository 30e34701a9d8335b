/** Asks a worker of this site a question, so that the page goes on meanwhile. Each question has a worker of its own. */

import { every } from "#platform/clock.ts";
import { onLeft, untilBack } from "#platform/page/page-left.ts";
import { trustedScriptUrl } from "#platform/trusted-scripts.ts";

/** What a worker says: that it goes on, and at last its answer, or that it has none. */
export type WorkerWord<Answer> =
  | { readonly says: "going-on" }
  | { readonly says: "answer"; readonly answer: Answer }
  | { readonly says: "failed" };

/** Why there is no answer: only "not-started" leaves the question to somebody else. */
type Reason = "not-started" | "failed" | "silent" | "stopped";

/** A question that was not answered. */
export class NoAnswer extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(`No answer: ${reason}`);
    this.reason = reason;
  }
}

/** How long a worker may say nothing, in milliseconds, and what ends it. */
export interface WorkerPatience {
  readonly quietMs: number;
  readonly signal: AbortSignal;
}

/** Silence is counted in ticks, so that the time for which a phone sleeps does not count. */
const LOOK_MS = 1_000;

/**
 * Notices that what says now and then that it goes on says nothing any more: calls back once, when `goesOn` was not called for
 * `ms` milliseconds or at most a second more.
 */
export function onQuiet(
  ms: number,
  listener: () => void,
): { readonly goesOn: () => void; readonly stop: () => void } {
  let quietMs = 0;
  const stop = every(LOOK_MS, () => {
    quietMs += LOOK_MS;
    if (quietMs <= ms) return;
    stop();
    listener();
  });
  const goesOn = () => {
    quietMs = 0;
  };
  return { goesOn, stop };
}

function start(url: string): Worker {
  try {
    return new Worker(trustedScriptUrl(url));
  } catch {
    throw new NoAnswer("not-started");
  }
}

/** Asks a worker once; null when the page was left meanwhile. */
function askOnce<Answer>(
  worker: Worker,
  question: unknown,
  { quietMs, signal }: WorkerPatience,
): Promise<{ readonly answer: Answer } | null> {
  return new Promise((resolve, reject) => {
    let hasBegun = false;
    const end = () => {
      worker.terminate();
      quiet.stop();
      stopLeft();
      signal.removeEventListener("abort", stopped);
    };
    const fail = (reason: Reason) => {
      end();
      reject(new NoAnswer(hasBegun || reason === "stopped" ? reason : "not-started"));
    };
    const tell = (result: { readonly answer: Answer } | null) => {
      end();
      resolve(result);
    };
    const stopped = () => fail("stopped");
    const quiet = onQuiet(quietMs, () => fail("silent"));
    // A frozen worker would keep other pages from writing, as a frozen page would.
    const stopLeft = onLeft(() => tell(null));
    signal.addEventListener("abort", stopped);
    worker.onmessage = ({ data }: MessageEvent<WorkerWord<Answer>>) => {
      hasBegun = true;
      quiet.goesOn();
      if (data.says === "answer") tell(data);
      if (data.says === "failed") fail("failed");
    };
    worker.onerror = (event) => {
      event.preventDefault();
      fail("failed");
    };
    worker.postMessage(question);
  });
}

/**
 * The answer of the worker at `url`, which uses `answerQuestions`. A worker whose page is left ends, and is asked again when
 * the page is back. Rejects with `NoAnswer`.
 */
export async function askWorker<Answer>(
  url: string,
  question: unknown,
  patience: WorkerPatience,
): Promise<Answer> {
  for (;;) {
    await untilBack();
    if (patience.signal.aborted) throw new NoAnswer("stopped");
    const answered = await askOnce<Answer>(start(url), question, patience);
    if (answered !== null) return answered.answer;
  }
}
