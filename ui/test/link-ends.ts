/** Both ends of a guardian link without a browser, so that a test or a picture needs only one of them on the screen. */
import { type Bytes, fromBase64url, toBase64url } from "#seal/bytes.ts";
import { commitmentTo, digitsOf, NONCE_BYTES, revealedDigits } from "#seal/digits.ts";
import {
  type DownItem,
  openHello,
  openReveal,
  REVEAL_SEQ,
  sealDown,
  sealHello,
  sealReveal,
} from "#seal/items.ts";
import {
  type LinkKeys,
  linkKeys,
  makePair,
  offerKeys,
  randomBytes,
  randomToken,
  SECRET_BYTES,
  tokenHash,
} from "#seal/keys.ts";
import { linkFragment, parseLink } from "#seal/link.ts";
import { type SoundGiven, sealGiven } from "#seal/sound-items.ts";

/** Sends a request to the endpoints of links; the parsed answer, or undefined for none. */
async function ask(origin: string, path: string, token: string | null, body?: unknown) {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (token !== null) headers["Authorization"] = `Bearer ${token}`;
  const init =
    body === undefined ? { headers } : { method: "POST", body: JSON.stringify(body), headers };
  const response = await fetch(`${origin}${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

/** How a phone differs from an honest one. */
interface PhonePlan {
  /** Whether it tells another random number than the one to which its link commits. */
  readonly isForging?: boolean;
}

/** A person's phone: a link to open, and what is sent over it once it was claimed. A unit test's server needs no origin. */
export async function personsPhone(origin = "", { isForging = false }: PhonePlan = {}) {
  const [pair, secret, owner] = [await makePair(), randomBytes(SECRET_BYTES), randomToken()];
  const nonce = randomBytes(NONCE_BYTES);
  const told = isForging ? randomBytes(NONCE_BYTES) : nonce;
  const commitment = await commitmentTo(nonce, { person: pair.point, secret });
  const { claim, hello } = await offerKeys(secret);
  const hashes = { claimHash: await tokenHash(claim), ownerHash: await tokenHash(owner) };
  await ask(origin, "/api/watches", null, hashes);
  let known: (LinkKeys & { readonly digits: string }) | null = null;
  let seq = REVEAL_SEQ;
  const post = async (bytes: Bytes) => {
    const item = { seq, bytes: toBase64url(bytes), wake: false };
    await ask(origin, "/api/watches/items", owner, item);
    seq += 1;
  };
  const derive = async () => {
    const { items } = await ask(origin, "/api/watches/items?after=-1&wait=25", owner);
    const theirs = await openHello(hello, fromBase64url(items[0].bytes) ?? new Uint8Array());
    const derived = theirs && (await linkKeys(pair, theirs, secret));
    if (!derived) throw new Error("What the guardian sent does not open.");
    await post(await sealReveal(derived.down, told));
    const digits = await digitsOf({ person: pair.point, guardian: theirs, secret }, nonce);
    return { ...derived, digits };
  };
  const keys = async () => {
    known ??= await derive();
    return known;
  };
  const fragment = linkFragment({ point: pair.point, secret, commitment });
  return {
    fragment,
    /** The path of the page with the link. */
    path: `/watch#${fragment}`,
    /** The token with which the phone sends. */
    owner,
    /** The keys and the digits of the link, once it was claimed and the guardian's browser was told the random number. */
    keys,
    send: async (item: DownItem) => {
      const { down } = await keys();
      await post(await sealDown(down, seq, item));
    },
    /** Gives what it takes to listen to an emergency. */
    give: async (given: SoundGiven) => {
      const { down } = await keys();
      await post(await sealGiven(down, seq, given));
    },
    end: () =>
      fetch(`${origin}/api/watches`, {
        method: "DELETE",
        headers: { Authorization: `Bearer ${owner}` },
      }),
  };
}

/** How somebody claims a link who does not do what a guardian does. */
interface ClaimPlan {
  /** False for somebody who knows the claim token and not the secret. */
  readonly knowsSecret?: boolean;
}

/** Claims the link of a URL as a guardian's browser does; `digits` waits for what the person's phone tells. */
export async function claimAsGuardian(
  origin: string,
  url: string,
  { knowsSecret = true }: ClaimPlan = {},
): Promise<LinkKeys & { readonly digits: () => Promise<string | null> }> {
  const parsed = parseLink(url);
  if (parsed.kind !== "offer") throw new Error("This is no link.");
  const { point, secret, commitment } = parsed.offer;
  const pair = await makePair();
  const keys = await linkKeys(pair, point, secret);
  if (keys === null) throw new Error("The link has no key.");
  const { claim } = await offerKeys(secret);
  const { hello } = await offerKeys(knowsSecret ? secret : randomBytes(SECRET_BYTES));
  await ask(origin, "/api/watches/claim", claim, {
    readHash: await tokenHash(keys.read),
    postHash: await tokenHash(keys.post),
    hello: toBase64url(await sealHello(hello, pair.point)),
    subscription: null,
  });
  const digits = async () => {
    const { items } = await ask(origin, "/api/watches/items?after=-1&wait=25", keys.read);
    const nonce = await openReveal(keys.down, fromBase64url(items[0].bytes) ?? new Uint8Array());
    if (commitment === null || nonce === null) return null;
    return revealedDigits({ person: point, guardian: pair.point, secret, commitment }, nonce);
  };
  return { ...keys, digits };
}
