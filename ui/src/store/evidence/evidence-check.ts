/** Whether the recording of an emergency is as it was recorded, and what it is by its own links. */

import { listRecordings } from "#store/app-database.ts";
import { examine } from "./evidence.ts";
import { CHAIN_START } from "./evidence-chain.ts";
import { evidenceOf } from "./evidence-rows.ts";
import { soundLength } from "./media-length.ts";
import { type ConfirmedTime, newestConfirmed } from "./receipt-check.ts";
import type { KeptReceipts } from "./receipts.ts";

/** What is left of a part: the figures come from its links, which are hashed, and their media, and not from its row. */
interface CheckedPart {
  readonly id: string;
  /** Wall clock at the first sound, epoch milliseconds; null when there is none. */
  readonly at: number | null;
  readonly seconds: number;
  readonly bytes: number;
}

/** Which recording is checked. */
export interface CheckQuestion {
  readonly emergencyEventId: string;
  /** The parts that it had, with their last heads (`evidence-tally.ts`). */
  readonly tally: ReadonlyMap<string, string | null>;
  /** What the server has confirmed of it. */
  readonly receipts: KeptReceipts;
}

/** What was found. */
export interface EvidenceCheck {
  /** Whether something is not as it was recorded. */
  readonly isAltered: boolean;
  /** Seconds of sound that are lost. */
  readonly missingSeconds: number;
  readonly parts: readonly CheckedPart[];
  /** The newest time that the server confirmed; null where there is none. */
  readonly confirmed: ConfirmedTime | null;
}

/**
 * Follows the hash chain through all parts of an emergency; null where there is none to follow, because only a copy of
 * the sound is left. A part that was removed shows in the part after it, whose chain then begins nowhere, and the last
 * one in the tally. Calls `goOn` with each link. Rejects when it could not be read: that is no proof that anything is
 * missing.
 */
export async function checkEvidence(
  { emergencyEventId, tally: noted, receipts }: CheckQuestion,
  goOn: () => void = () => undefined,
): Promise<EvidenceCheck | null> {
  const known = new Map([[CHAIN_START, 0]]);
  const tally = new Map(noted);
  const parts: CheckedPart[] = [];
  let [isAltered, missingSeconds] = [false, 0];
  for (const { id } of await evidenceOf(emergencyEventId)) {
    const part = await examine(id, soundLength(), goOn);
    if (part === null) continue;
    if (!part.isRead) throw new Error("The recording could not be read.");
    const { row, at, seconds, bytes } = part;
    parts.push({ id, at, seconds, bytes });
    const head = tally.get(id) ?? row.head;
    tally.delete(id);
    isAltered ||= part.isAltered || head !== row.head || !known.has(row.previousHead);
    missingSeconds += part.missingSeconds;
    for (const [one, linkedAt] of part.heads) known.set(one, linkedAt);
    if (!known.has(row.head)) known.set(row.head, Number.NaN);
  }
  if (parts.length > 0) {
    const confirmed = await newestConfirmed(receipts, known);
    return { isAltered: isAltered || tally.size > 0, missingSeconds, parts, confirmed };
  }
  await listRecordings();
  return null;
}
