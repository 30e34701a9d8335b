/** An answer of the server that a page's first script asked for, handed on to the scripts that come later. */

type EarlyAnswer = {
  /** What it was asked for. */
  readonly subject: string;
  readonly response: Promise<Response>;
};

declare global {
  interface Window {
    earlyAnswer?: EarlyAnswer | undefined;
  }
}

/** Keeps an answer for `takeEarlyAnswer`, which sees its failure too. */
export function keepEarlyAnswer(answer: EarlyAnswer): void {
  answer.response.catch(() => undefined);
  window.earlyAnswer = answer;
}

/** The answer about the subject, for the first that takes it; null where there is none. */
export function takeEarlyAnswer(subject: string): Promise<Response> | null {
  const answer = window.earlyAnswer;
  window.earlyAnswer = undefined;
  return answer?.subject === subject ? answer.response : null;
}
