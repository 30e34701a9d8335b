/** The test notification that ends the pairing, as the person's settings tell of it. Pure. */
import { type Known, reachOf } from "./guardian-rules.ts";

/** What is known of a guardian's test. */
export interface Paired {
  readonly name: string;
  readonly testedAt: number | null;
  readonly pairingSeq?: number | undefined;
  readonly arrived?: readonly number[] | undefined;
  readonly lastAnswer: { readonly about: string | null } | null;
}

/** `waiting`: for the guardian's permission; `due`: to be sent; null where an older link was tested otherwise, or nothing is known. */
export type PairingStep = "waiting" | "due" | "stored" | "taken" | "arrived" | "answered" | null;

/** How far the test is. Any answer shows that the guardian's phone gets what is sent. */
export function pairingStep(guardian: Paired, known: Known | null): PairingStep {
  const { pairingSeq, testedAt, arrived = [], lastAnswer } = guardian;
  if (pairingSeq !== undefined) {
    return lastAnswer === null ? reachOf(pairingSeq, known, arrived) : "answered";
  }
  if (testedAt !== null || known?.state !== "claimed") return null;
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
