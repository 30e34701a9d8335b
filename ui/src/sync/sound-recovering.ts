/** Finds copies of sound again, on a new phone, by a recovery phrase. */
import { findCopy } from "#api/sounds.ts";
import type { Bytes } from "#seal/bytes.ts";
import { findToken, openSecret, recoveryKey } from "#seal/recovery.ts";
import { recoveryPeriods } from "#store/guardians/sound-recovery.ts";

/**
 * After so many numbers in a row without a copy a period has no more. Those of drills are deleted before that of an emergency some
 * days later, and few are lost, by kills and by copies that never left the phone. The server answers 60 questions a minute about
 * copies that it does not have.
 */
const UNKNOWN_IN_A_ROW = 13;
/** The same in the first and the last period, which have copies only where clocks differ. */
const UNKNOWN_AT_THE_ENDS = 2;

/**
 * The secrets of all copies that the server has under a phrase, in the order of their emergencies; `now` is in epoch milliseconds.
 * Rejects where the server does not answer each question.
 */
export async function findSecrets(phrase: Bytes, now: number): Promise<readonly Bytes[]> {
  const base = await recoveryKey(phrase);
  const found: Bytes[] = [];
  const periods = recoveryPeriods(now);
  for (const period of periods) {
    const isEnd = period === periods[0] || period === periods.at(-1);
    const most = isEnd ? UNKNOWN_AT_THE_ENDS : UNKNOWN_IN_A_ROW;
    for (let [number, unknown] = [0, 0]; unknown < most; number += 1) {
      const place = { period, number };
      const sealed = await findCopy(await findToken(base, place));
      const secret = sealed && (await openSecret(base, place, sealed));
      unknown = sealed === null ? unknown + 1 : 0;
      if (secret) found.push(secret);
    }
  }
  return found;
}
