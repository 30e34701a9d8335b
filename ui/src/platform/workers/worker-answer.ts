/** The worker's side of a question that a page asks with `askWorker`. */
import { runningTime } from "#platform/clock.ts";
import type { WorkerWord } from "./worker-question.ts";

/** How often a worker says that it goes on, in milliseconds. */
const WORD_MS = 500;

/** Answers the page's question; `answer` calls `goOn` at each step, so that the page knows that it goes on. */
export function answerQuestions<Question, Answer>(
  answer: (question: Question, goOn: () => void) => Promise<Answer>,
): void {
  self.onmessage = async ({ data }: MessageEvent<Question>) => {
    const say = (word: WorkerWord<Answer>) =>
      (self as { postMessage(message: WorkerWord<Answer>): void }).postMessage(word);
    let saidAt = Number.NEGATIVE_INFINITY;
    const goOn = () => {
      if (runningTime() - saidAt < WORD_MS) return;
      saidAt = runningTime();
      say({ says: "going-on" });
    };
    goOn();
    try {
      say({ says: "answer", answer: await answer(data, goOn) });
    } catch {
      say({ says: "failed" });
    }
  };
}
