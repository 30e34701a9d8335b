/** The test notification that ends the pairing: sent by itself once the guardian's browser takes notifications. */
import { useEffect } from "react";
import type { Guardian, LinkedGuardian } from "#store/guardians/guardians.ts";
import type { Known } from "./guardian-rules.ts";
import { type PairingStep, pairingStep, pairingText } from "./pairing-rules.ts";
import { sendTest } from "./sending.ts";

/** The guardians whose test is on its way: the list of settings and the guardian's card may follow each other. */
const underway = new Set<string>();

async function sendOnce(guardian: LinkedGuardian): Promise<void> {
  if (underway.has(guardian.id)) return;
  underway.add(guardian.id);
  await sendTest(guardian, "pairing").finally(() => underway.delete(guardian.id));
}

/** Sends the test when it is due, and says how far it is. What could not be sent is tried again when the settings are opened. */
export function usePairingTest(guardian: Guardian, known: Known | null): PairingStep {
  const step = guardian.state === "linked" ? pairingStep(guardian, known) : null;
  const isDue = step === "due";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each guardian.
  useEffect(() => {
    if (isDue && guardian.state === "linked") void sendOnce(guardian);
  }, [isDue, guardian.id]);
  return step;
}

type PairingTestProps = { readonly guardian: LinkedGuardian; readonly known: Known | null };

/** How far the test is. */
export function PairingTest({ guardian, known }: PairingTestProps) {
  const step = usePairingTest(guardian, known);
  return step === null ? null : <p role="status">{pairingText(guardian.name, step)}</p>;
}
