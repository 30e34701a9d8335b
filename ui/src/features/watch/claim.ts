/** Becoming a guardian: keys are made, and the link is claimed, once. */

import { ApiError, isBusy, isUnanswered } from "#api/client.ts";
import { claimWatch } from "#api/watches.ts";
import { wallTime } from "#platform/clock.ts";
import { randomId } from "#platform/random-id.ts";
import { keepStorage } from "#platform/storage/storage.ts";
import { digitsOf } from "#seal/digits.ts";
import { sealHello } from "#seal/items.ts";
import { linkKeys, makePair, offerKeys } from "#seal/keys.ts";
import type { Offer } from "#seal/link.ts";
import { addWatched, canAddWatched, type Watched } from "#store/guardians/watched.ts";

/** What is sent for a link. It stays the same when a lost answer makes the guardian try again. */
export interface Prepared {
  readonly request: Parameters<typeof claimWatch>[0];
  readonly person: Watched;
}

/** How a try ended. */
export type ClaimOutcome =
  | "claimed"
  | "used"
  | "unknown"
  | "busy"
  | "offline"
  | "failed"
  /** This browser stores nothing, so that the link was not used. */
  | "full";

/** Makes the keys for a link. */
export async function prepareClaim(offer: Offer): Promise<Prepared> {
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
  const request = { token: claim, read, post, hello: await sealHello(hello, mine.point) };
  const person: Watched = {
    ...{ id: randomId(), name: "", read, post, down, up, linkedAt: wallTime() },
    ...compared,
    ...{ after: -1, notifiedSeq: -1, nextSeq: 1, items: [], answers: [] },
    ...{ pushEndpoint: null, isEnded: false },
  };
  return { request, person };
}

/** Claims a link and stores its keys. */
export async function claim({ request, person }: Prepared, name: string): Promise<ClaimOutcome> {
  if (!(await canAddWatched())) return "full";
  try {
    await claimWatch(request);
  } catch (error) {
    if (isUnanswered(error)) return "offline";
    if (isBusy(error)) return "busy";
    if (!(error instanceof ApiError)) return "failed";
    if (error.status === 410) return "used";
    return error.status === 404 ? "unknown" : "failed";
  }
  await addWatched({ ...person, name });
  void keepStorage();
  return "claimed";
}
