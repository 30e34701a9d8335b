/** Finds copies of sound again, on a new phone, by a recovery phrase. */
import { findCopy } from "#api/sounds.ts";
import type { Bytes } from "#seal/bytes.ts";
import { findToken, openSecret, recoveryKey } from "#seal/recovery.ts";

/** After so many numbers in a row without a copy there are no more: numbers are lost by kills, and copies are gone after 30 days. */
const UNKNOWN_IN_A_ROW = 16;

/** The secrets of all copies that the server has under a phrase, in the order of their emergencies. Rejects without a connection. */
export async function findSecrets(phrase: Bytes): Promise<readonly Bytes[]> {
  const base = await recoveryKey(phrase);
  const found: Bytes[] = [];
  for (let [number, unknown] = [0, 0]; unknown < UNKNOWN_IN_A_ROW; number += 1) {
    const sealed = await findCopy(await findToken(base, number));
    const secret = sealed && (await openSecret(base, number, sealed));
    unknown = sealed === null ? unknown + 1 : 0;
    if (secret) found.push(secret);
  }
  return found;
}
