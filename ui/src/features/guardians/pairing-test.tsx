/** The test notification that ends the pairing: sent by itself once the guardian's browser takes notifications. */
import { useEffect } from "react";
import type { LinkedGuardian } from "#store/guardians.ts";
import type { Known } from "./guardian-rules.ts";
import { pairingStep, pairingText } from "./pairing-rules.ts";
import { sendTest } from "./sending.ts";

type PairingTestProps = { readonly guardian: LinkedGuardian; readonly known: Known | null };

/** How far the test is. */
export function PairingTest({ guardian, known }: PairingTestProps) {
  const step = pairingStep(guardian, known);
  const isDue = step === "due";
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each guardian.
  useEffect(() => {
    // What could not be sent is tried again when the settings are opened.
    if (isDue) void sendTest(guardian, "pairing");
  }, [isDue, guardian.id]);
  return step === null ? null : <p role="status">{pairingText(guardian.name, step)}</p>;
}
