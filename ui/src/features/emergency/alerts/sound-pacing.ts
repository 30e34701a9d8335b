/**
 * When sending sound is worth trying again: a line that is down holds everything up, a refusal only the copy of which it was said. Pure
 * but for what it remembers.
 */
import { waitAfter } from "#sync/sound-rules.ts";
import type { SoundOutcome } from "#sync/sound-sending.ts";
import type { Refusal } from "./sound-words-rules.ts";

interface Pace {
  /** Failures in a row. */
  readonly failures: number;
  /** By the clock that was given, in milliseconds. */
  readonly notBefore: number;
  readonly refusal: Refusal | null;
}

const CALM: Pace = { failures: 0, notBefore: 0, refusal: null };

/** Begins with nothing remembered; `now` is a clock in milliseconds that is never set. Copies are named by their emergencies, what they are given by guardians. */
export function soundPacing(now: () => number) {
  let line = CALM;
  const copies = new Map<string, Pace>();
  const of = (emergency: string) => copies.get(emergency) ?? CALM;
  return {
    /** How long this copy waits, in milliseconds. */
    waitMs: (emergency: string): number =>
      Math.max(0, Math.max(line.notBefore, of(emergency).notBefore) - now()),
    /** How the server refused this copy the last time, while there is a line. */
    refusal: (emergency: string): Refusal | null =>
      line.failures > 0 ? null : of(emergency).refusal,
    note: (emergency: string, outcome: SoundOutcome): void => {
      if (outcome.type === "held") return;
      if (outcome.type === "done") {
        line = CALM;
        copies.delete(emergency);
        return;
      }
      const { status, retryAfter } = outcome.failure;
      const failures = (status === null ? line : of(emergency)).failures + 1;
      const notBefore = now() + waitAfter(outcome.failure, failures);
      if (status === null) {
        line = { failures, notBefore, refusal: null };
        return;
      }
      line = CALM;
      const refusal = { status, isForNow: retryAfter !== null };
      copies.set(emergency, { failures, notBefore, refusal });
    },
    /** The line may be back; what the server asked for stands. */
    lineChanged: (): void => {
      line = { ...line, notBefore: 0 };
    },
  };
}
