/** Whether the recording of an emergency is as it was recorded, and what it is by its own links. */
import { evidenceOf, examine } from "./evidence.ts";
import { CHAIN_START } from "./evidence-chain.ts";
import { listRecordings } from "./evidence-database.ts";
import { tallyOf } from "./evidence-tally.ts";

/** What is left of a part: the figures come from its links, which are hashed, and not from its row. */
interface CheckedPart {
  readonly id: string;
  /** Wall clock at the first sound, epoch milliseconds; null when there is none. */
  readonly at: number | null;
  readonly seconds: number;
  readonly bytes: number;
}

/** What was found. */
export interface EvidenceCheck {
  /** Whether something is not as it was recorded. */
  readonly isAltered: boolean;
  /** Seconds of sound that are lost. */
  readonly missingSeconds: number;
  readonly parts: readonly CheckedPart[];
}

/**
 * Follows the hash chain through all parts of an emergency; null where there is none to follow, because only a copy of
 * the sound is left. A part that was removed shows in the part after it, whose chain then begins nowhere, and the last
 * one in the tally. Rejects when it could not be read: that is no proof that anything is missing.
 */
export async function checkEvidence(emergencyEventId: string): Promise<EvidenceCheck | null> {
  const known = new Set([CHAIN_START]);
  const tally = new Map(await tallyOf(emergencyEventId));
  const parts: CheckedPart[] = [];
  let [isAltered, missingSeconds] = [false, 0];
  for (const { id } of await evidenceOf(emergencyEventId)) {
    const part = await examine(id);
    if (part === null) continue;
    if (!part.isRead) throw new Error("The recording could not be read.");
    const { row, at, seconds, bytes } = part;
    parts.push({ id, at, seconds, bytes });
    const head = tally.get(id) ?? row.head;
    tally.delete(id);
    isAltered ||= part.isAltered || head !== row.head || !known.has(row.previousHead);
    missingSeconds += part.missingSeconds;
    for (const one of part.heads) known.add(one);
    known.add(row.head);
  }
  if (parts.length > 0) return { isAltered: isAltered || tally.size > 0, missingSeconds, parts };
  await listRecordings();
  return null;
}
