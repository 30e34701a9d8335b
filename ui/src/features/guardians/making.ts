/** Making a guardian link. */
import { isBusy, isUnanswered } from "#api/client.ts";
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

/** How making a link ended. */
export type Made = "made" | "full" | "offline" | "busy" | "failed";

/** The URL that the guardian opens. What stands behind the `#` is sent to no server. */
export function linkUrl({ point, secret, committed }: WaitingGuardian): string {
  const commitment = committed?.commitment ?? null;
  return `${currentOrigin()}${paths.watch}#${linkFragment({ point, secret, commitment })}`;
}

/** Makes a link, announces it to the server, and stores it. */
export async function makeLink(name: string): Promise<Made> {
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
    return isAdded ? "made" : "full";
  } catch (error) {
    if (isUnanswered(error)) return "offline";
    return isBusy(error) ? "busy" : "failed";
  }
}
