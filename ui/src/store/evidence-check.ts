/** Whether the recording of an emergency is as it was recorded. */
import { evidenceOf, examine } from "./evidence.ts";
import { CHAIN_START } from "./evidence-chain.ts";
import { tallyOf } from "./evidence-tally.ts";

/** What was found. */
export interface EvidenceCheck {
  /** Whether something is not as it was recorded. */
  readonly isAltered: boolean;
  /** Seconds of sound that are lost. */
  readonly missingSeconds: number;
}

/**
 * Follows the hash chain through all parts of an emergency; null where there is none to follow, because only a copy of
 * the sound is left. A part that was removed shows in the part after it, whose chain then begins nowhere, and the last
 * one in the tally.
 */
export async function checkEvidence(emergencyEventId: string): Promise<EvidenceCheck | null> {
  const known = new Set([CHAIN_START]);
  const tally = new Map(await tallyOf(emergencyEventId));
  let [parts, isAltered, missingSeconds] = [0, false, 0];
  for (const { id } of await evidenceOf(emergencyEventId)) {
    const part = await examine(id);
    if (part === null) continue;
    parts += 1;
    const head = tally.get(id) ?? part.row.head;
    tally.delete(id);
    isAltered ||= part.isAltered || head !== part.row.head || !known.has(part.row.previousHead);
    missingSeconds += part.missingSeconds;
    for (const link of part.links) known.add(link.chain);
    known.add(part.row.head);
  }
  return parts === 0 ? null : { isAltered: isAltered || tally.size > 0, missingSeconds };
}
