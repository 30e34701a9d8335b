/** The test notification that ends the pairing, as the person's settings tell of it. Pure. */
import { type Known, reachOf } from "./guardian-rules.ts";

/** What is known of a guardian's test. */
export interface Paired {
  readonly name: string;
  /** What tells the guardian's browser the number of the digits; links of an earlier release have none. */
  readonly reveal?: unknown;
  readonly testedAt: number | null;
  readonly pairingSeq?: number | undefined;
  readonly arrived?: readonly number[] | undefined;
  readonly lastAnswer: { readonly about: string | null; readonly at: number } | null;
  /** The time of the answer that was the last one when the test left; null where there was none. */
  readonly answeredBefore?: number | null | undefined;
}

/** `waiting`: for the guardian's permission; `due`: to be sent; null where an older link was tested otherwise, or nothing is known. */
export type PairingStep = "waiting" | "due" | "stored" | "taken" | "arrived" | "answered" | null;

/**
 * How far the test is. Any later answer shows that the guardian's phone gets what is sent. A test of the person's own takes the place of
 * none: it may have been sent before notifications were allowed.
 */
export function pairingStep(guardian: Paired, known: Known | null): PairingStep {
  const { reveal, pairingSeq, testedAt, arrived = [], lastAnswer, answeredBefore } = guardian;
  if (pairingSeq !== undefined) {
    const isAnswered = lastAnswer !== null && lastAnswer.at !== answeredBefore;
    return isAnswered ? "answered" : reachOf(pairingSeq, known, arrived);
  }
  const isOld = reveal === undefined && testedAt !== null;
  if (isOld || known?.state !== "claimed") return null;
  if (known.owned?.push === "works") return "due";
  return known.owned?.push === "none" ? "waiting" : null;
}

/** The same in words. */
export function pairingText(name: string, step: Exclude<PairingStep, null>): string {
  const texts = {
    waiting: `waits until ${name} allows notifications.`,
    due: "not sent yet.",
    stored: "sent.",
    taken: "sent, and taken by the push service.",
    arrived: `arrived on ${name}'s phone. Ask ${name} to answer it.`,
    answered: "answered.",
  };
  return `Test notification: ${texts[step]}`;
}
