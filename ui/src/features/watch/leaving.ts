/** The end of a link by the guardian. Its keys are deleted once the server has said that it is over, and not before. */
import { endWatch, hasEnded, isMissing } from "#api/watches.ts";
import { forgetGivenSounds } from "#store/guardians/given-sounds.ts";
import { forgetClaim } from "#store/guardians/pending-claims.ts";
import { changeWatched, removeWatched, type Watched } from "#store/guardians/watched.ts";

/**
 * How it went: `unknown` where something answers that the link is not there, and does not prove that it has ended, as the sign-in
 * page of a hotel does. Then alarms may still come, and the server is to be told later.
 */
export type LeavingOutcome = "left" | "unknown" | "failed";

/** Notes whether the guardian wants the link to end. */
export const noteLeaving = ({ id }: Pick<Watched, "id">, isLeaving: boolean) =>
  changeWatched(id, (before) => ({ ...before, isLeaving }));

/** Forgets a person, with everything that came. */
export async function forget(id: string): Promise<void> {
  await forgetGivenSounds(id);
  await forgetClaim(id);
  await removeWatched(id);
}

/** Ends the link for both sides and forgets the person; where the server cannot be told, nothing is forgotten. */
export async function leave(person: Watched): Promise<LeavingOutcome> {
  const { id, post, read, isEnded } = person;
  try {
    if (!isEnded) await endWatch(post);
  } catch (error) {
    if (!(await hasEnded(error, read))) return isMissing(error) ? "unknown" : "failed";
  }
  await forget(id);
  return "left";
}
