/** Announces a copy of sound to the server, with what a recovery phrase needs to find it. */
import { ApiError } from "#api/client.ts";
import { makeCopy as postCopy } from "#api/sounds.ts";
import { soundLimits } from "#content/sound-limits.ts";
import { wallTime } from "#platform/clock.ts";
import { withDeadline } from "#platform/deadline.ts";
import type { SoundKeys } from "#seal/keys.ts";
import { findToken, sealSecret } from "#seal/recovery.ts";
import { isLinked } from "#store/guardians/guardians.ts";
import { changeCopy, type SoundCopy, soundGuardians } from "#store/guardians/sound-copies.ts";
import { takeRecovery } from "#store/guardians/sound-recovery.ts";

/** Answers of one link, after which another guardian's link is tried. */
const OF_LINK = [400, 404, 410, 422, 507];

/** How many places of the phrase are tried when other copies have them: the disk may have forgotten the last ones. */
const PLACES_TRIED = 4;

/** What the phrase needs; null where there is none, or the disk takes no number. */
async function recoveryFor({ begunAt, secret }: SoundCopy): Promise<SoundCopy["recovery"]> {
  const taken = await takeRecovery(begunAt).catch(() => null);
  return (
    taken && {
      find: await findToken(taken.base, taken.place),
      sealedKey: await sealSecret(taken.base, taken.place, secret),
    }
  );
}

/** Notes on the disk what the phrase needs, before it leaves the phone. */
const noteRecovery = ({ emergency }: SoundCopy, recovery: SoundCopy["recovery"]) =>
  changeCopy(emergency, (before) => ({ ...before, recovery }));

/** Announces it under the link of the first chosen guardian that takes it. */
async function announce(
  { write }: SoundCopy,
  recovery: SoundCopy["recovery"],
  { read }: SoundKeys,
): Promise<void> {
  let refusal: unknown = new Error("Nobody is chosen");
  for (const { owner } of (await soundGuardians()).filter(isLinked)) {
    try {
      return await withDeadline(soundLimits.patienceMs, (signal) =>
        postCopy(owner, { write, read, recovery }, signal),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || !OF_LINK.includes(error.status)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/** Announces a copy; rejects where the server does not take it. A copy that no phrase finds can be heard by guardians all the same. */
export async function makeCopy(copy: SoundCopy, keys: SoundKeys): Promise<void> {
  let { recovery } = copy;
  for (let tried = 0; ; tried += 1) {
    if (recovery === null && tried < PLACES_TRIED) {
      recovery = await recoveryFor(copy);
      if (recovery !== null) await noteRecovery(copy, recovery);
    }
    try {
      await announce(copy, recovery, keys);
      break;
    } catch (error) {
      const isPlaceTaken = error instanceof ApiError && error.status === 409 && recovery !== null;
      if (!isPlaceTaken) throw error;
      recovery = null;
      await noteRecovery(copy, null);
    }
  }
  await changeCopy(copy.emergency, (before) => ({ ...before, madeAt: wallTime() }));
}
