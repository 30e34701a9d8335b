/** Making a guardian link. */
import { isUnanswered, sentenceOf } from "#api/client.ts";
import { createWatch } from "#api/watches.ts";
import * as paths from "#content/paths.ts";
import { wallTime } from "#platform/clock.ts";
import { currentOrigin } from "#platform/page/address.ts";
import { randomId } from "#platform/random-id.ts";
import { keepStorage } from "#platform/storage/storage.ts";
import { commitmentTo, NONCE_BYTES } from "#seal/digits.ts";
import { makePair, offerKeys, randomBytes, randomToken, SECRET_BYTES } from "#seal/keys.ts";
import { linkFragment } from "#seal/link.ts";
import { addGuardian, type WaitingGuardian } from "#store/guardians/guardians.ts";

/** Why no link was made, for the person. */
const problems = {
  full: "There are two guardians already.",
  offline: "No connection. A link needs one: try again when you are online.",
  failed: "The link could not be made. Please try again.",
};

/** The URL that the guardian opens. What stands behind the `#` is sent to no server. */
export function linkUrl({ point, secret, committed }: WaitingGuardian): string {
  const commitment = committed?.commitment ?? null;
  return `${currentOrigin()}${paths.watch}#${linkFragment({ point, secret, commitment })}`;
}

/** Makes a link, announces it to the server, and stores it. Resolves to the sentence that says why it was not made, or to null. */
export async function makeLink(name: string): Promise<string | null> {
  try {
    const { privateKey, point } = await makePair();
    const [secret, owner] = [randomBytes(SECRET_BYTES), randomToken()];
    const nonce = randomBytes(NONCE_BYTES);
    const committed = { nonce, commitment: await commitmentTo(nonce, { person: point, secret }) };
    const { claim } = await offerKeys(secret);
    await createWatch(claim, owner);
    const base = { id: randomId(), name, owner, madeAt: wallTime(), committed };
    const isAdded = await addGuardian({ state: "waiting", ...base, secret, privateKey, point });
    void keepStorage();
    return isAdded ? null : problems.full;
  } catch (error) {
    if (isUnanswered(error)) return problems.offline;
    // A neighbour may have used up a limit for a day: the server says how long, and what else helps.
    return sentenceOf(error) ?? problems.failed;
  }
}
