/** Becoming a guardian: keys are made and stored, and then the link is claimed, once. */

import { ApiError, isBusy } from "#api/client.ts";
import { claimWatch } from "#api/watches.ts";
import { wallTime } from "#platform/clock.ts";
import { randomId } from "#platform/random-id.ts";
import { keepStorage } from "#platform/storage/storage.ts";
import { joined, toBase64url } from "#seal/bytes.ts";
import { digitsOf } from "#seal/digits.ts";
import { sealHello } from "#seal/items.ts";
import { linkKeys, makePair, offerKeys, tokenHash } from "#seal/keys.ts";
import type { Offer } from "#seal/link.ts";
import {
  forgetClaim,
  keepClaim,
  type PendingClaim,
  pendingClaim,
} from "#store/guardians/pending-claims.ts";
import { addWatched, type Watched } from "#store/guardians/watched.ts";

/** How a try ended. */
export type ClaimOutcome =
  | "claimed"
  | "used"
  | "unknown"
  | "busy"
  /** Nothing came that is our server's answer: it may have taken the claim. */
  | "unanswered"
  | "failed"
  /** This browser stores nothing, so that the link was not used. */
  | "full";

/** What tells a link from all others, and from which it does not follow. */
const hashOf = ({ point, secret, commitment }: Offer): Promise<string> =>
  tokenHash(toBase64url(joined(point, secret, commitment ?? new Uint8Array())));

/** Makes the keys for a link. */
export async function prepareClaim(offer: Offer): Promise<PendingClaim> {
  const mine = await makePair();
  const [keys, { claim, hello }] = [
    await linkKeys(mine, offer.point, offer.secret),
    await offerKeys(offer.secret),
  ];
  if (keys === null) throw new Error("The link's key is none.");
  const { read, post, down, up } = keys;
  const { commitment, secret } = offer;
  const pairing = { person: offer.point, guardian: mine.point, secret };
  const compared =
    commitment === null
      ? { digits: await digitsOf(pairing, null) }
      : { digits: null, pairing: { ...pairing, commitment } };
  const person: Watched = {
    ...{ id: randomId(), name: "", read, post, down, up, linkedAt: wallTime() },
    ...compared,
    ...{ after: -1, notifiedSeq: -1, nextSeq: 1, items: [], answers: [] },
    ...{ pushEndpoint: null, isEnded: false },
  };
  return {
    link: await hashOf(offer),
    token: claim,
    hello: await sealHello(hello, mine.point),
    person,
  };
}

/** The name that the guardian gave when this link was tried before; null where it was not. */
export async function nameTried(offer: Offer): Promise<string | null> {
  return (await pendingClaim(await hashOf(offer)))?.person.name ?? null;
}

/** Stores the keys for a link, or takes those that it was tried with before, and claims it. */
export async function claim(made: PendingClaim, name: string): Promise<ClaimOutcome> {
  const named = { ...made, person: { ...made.person, name } };
  const kept = await keepClaim(named).catch(() => pendingClaim(made.link).catch(() => null));
  if (kept === null) return "full";
  const { token, hello, person } = kept;
  const { id, read, post } = person;
  // What stays is forgotten with the person (link-panel.tsx).
  const forget = () => forgetClaim(id).catch(() => undefined);
  try {
    await claimWatch({ token, read, post, hello });
  } catch (error) {
    if (isBusy(error)) return "busy";
    if (!(error instanceof ApiError)) return "unanswered";
    if (error.status === 410) {
      await forget();
      return "used";
    }
    // Anything on the way may answer 404, after our server took the claim: the keys stay.
    return error.status === 404 ? "unknown" : "failed";
  }
  await addWatched(person);
  await forget();
  void keepStorage();
  return "claimed";
}
