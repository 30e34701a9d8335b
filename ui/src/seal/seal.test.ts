/** Claims about guardian links: who can open what, and what the text of a link gives away. */
import { expect, test } from "vitest";
import { type Bytes, fromBase64url, joined, toBase64url } from "./bytes.ts";
import { open, pad, seal, unpad } from "./envelope.ts";
import {
  type Answer,
  type DownItem,
  openDown,
  openHello,
  openUp,
  type Place,
  sealDown,
  sealHello,
  sealUp,
  type UpItem,
} from "./items.ts";
import {
  endedProof,
  linkKeys,
  makePair,
  offerKeys,
  randomBytes,
  randomToken,
  SECRET_BYTES,
  tokenHash,
} from "./keys.ts";
import { linkFragment, parseLink } from "./link.ts";
import { compress, decompress } from "./point.ts";

/** A link with both sides' keys. */
async function link() {
  const [person, guardian, secret] = [
    await makePair(),
    await makePair(),
    randomBytes(SECRET_BYTES),
  ];
  const hers = await linkKeys(person, guardian.point, secret);
  const theirs = await linkKeys(guardian, person.point, secret);
  if (hers === null || theirs === null) throw new Error("No keys");
  return { person, guardian, secret, hers, theirs };
}

const place: Place = { latitude: -33.86, longitude: 151.2, accuracy: 12, ageMs: 4_000 };
const alarm: DownItem = {
  kind: "alarm",
  emergency: "e".repeat(21),
  at: 1_800_000_000_000,
  isDrill: false,
  place,
};
const onTheWay: Answer = "on-the-way";
const answer: UpItem = { kind: "answer", answer: onTheWay, about: "e", at: 1 };

test("both sides derive the same keys and tokens", async () => {
  const { hers, theirs } = await link();
  expect([theirs.read, theirs.post]).toEqual([hers.read, hers.post]);
  expect(hers.read).not.toBe(hers.post);
  expect(await openDown(theirs.down, 7, await sealDown(hers.down, 7, alarm))).toEqual(alarm);
  expect(await openUp(hers.up, 1, await sealUp(theirs.up, 1, answer))).toEqual(answer);
});

test("neither private key and no derived key can be exported", async () => {
  const { person, hers } = await link();
  expect([person.privateKey, hers.down, hers.up].map((key) => key.extractable)).toEqual([
    false,
    false,
    false,
  ]);
  await expect(crypto.subtle.exportKey("pkcs8", person.privateKey)).rejects.toThrow();
  await expect(crypto.subtle.exportKey("raw", hers.down)).rejects.toThrow();
});

test("somebody who has the link alone gets other tokens and opens nothing", async () => {
  const { person, secret, hers } = await link();
  const thief = await linkKeys(await makePair(), person.point, secret);
  if (thief === null) throw new Error("No keys");
  expect([thief.read, thief.post]).not.toEqual([hers.read, hers.post]);
  expect(await openDown(thief.down, 1, await sealDown(hers.down, 1, alarm))).toBeNull();
});

test("an item opens with its own key, direction and number only", async () => {
  const { hers } = await link();
  const other = await link();
  const bytes = new TextEncoder().encode("words");
  const sealed = await seal(hers.down, "down", 3, bytes);
  const changed = sealed.map((byte, at) => (at === 40 ? byte ^ 1 : byte));
  const attempts: readonly [string, Promise<Uint8Array | null>][] = [
    ["the key of another link", open(other.hers.down, "down", 3, sealed)],
    ["the key of the other direction", open(hers.up, "down", 3, sealed)],
    ["the other direction", open(hers.down, "up", 3, sealed)],
    ["replayed under another number", open(hers.down, "down", 4, sealed)],
    ["changed", open(hers.down, "down", 3, changed)],
    ["truncated", open(hers.down, "down", 3, sealed.slice(0, -1))],
    ["nothing but a nonce", open(hers.down, "down", 3, sealed.slice(0, 12))],
    ["empty", open(hers.down, "down", 3, sealed.slice(0, 0))],
  ];
  for (const [what, opened] of attempts) expect([what, await opened]).toEqual([what, null]);
  expect(await open(hers.down, "down", 3, sealed)).toEqual(bytes);
});

test("the same item sealed twice is not the same bytes", async () => {
  const { hers } = await link();
  expect(await sealDown(hers.down, 1, alarm)).not.toEqual(await sealDown(hers.down, 1, alarm));
});

test.each([
  [0, 512],
  [510, 512],
  [511, 1024],
  [1022, 1024],
  [1023, 32_768],
  [32_766, 32_768],
])("a text of %i bytes is padded to %i", (length, size) => {
  const bytes = randomBytes(length);
  expect(pad(bytes).length).toBe(size);
  expect(unpad(pad(bytes))).toEqual(bytes);
});

test("a text that is too long for every size is refused", () => {
  expect(() => pad(new Uint8Array(32_767))).toThrow("Too long");
});

const padded = (length: number, size: number, last = 0) => {
  const bytes = new Uint8Array(size);
  bytes.set([length >> 8, length & 0xff]);
  bytes[size - 1] = last;
  return bytes;
};

test.each([
  ["longer than its frame", padded(600, 512)],
  ["in a larger size than needed", padded(3, 1024)],
  ["in a size that does not exist", padded(3, 700)],
  ["followed by other bytes than zeros", padded(3, 512, 1)],
  ["missing", new Uint8Array(0)],
])("wrong padding: a text %s is none", (_what, bytes) => {
  expect(unpad(bytes)).toBeNull();
});

test("wrong padding under a right key opens nothing", async () => {
  const { hers } = await link();
  const iv = randomBytes(12);
  const additionalData = joined(new TextEncoder().encode("down"), new Uint8Array(8));
  const how = { name: "AES-GCM", iv, additionalData };
  const short = new Uint8Array(await crypto.subtle.encrypt(how, hers.down, randomBytes(64)));
  expect(await open(hers.down, "down", 0, joined(iv, short))).toBeNull();
});

test.each<[string, unknown]>([
  ["no JSON", "words"],
  ["of an unknown kind", { kind: "where-are-you", at: 1 }],
  ["an alarm without its emergency", { kind: "alarm", at: 1, isDrill: false, place: null }],
  ["a place outside the world", { ...alarm, place: { ...place, latitude: 91 } }],
  ["a place with a negative accuracy", { ...alarm, place: { ...place, accuracy: -1 } }],
  ["without a number for the time", { ...alarm, at: "now" }],
])("what was opened is no item when it is %s", async (_what, written) => {
  const { hers } = await link();
  const text = typeof written === "string" ? written : JSON.stringify(written);
  const sealed = await seal(hers.down, "down", 1, new TextEncoder().encode(text));
  expect(await openDown(hers.down, 1, sealed)).toBeNull();
});

test("the guardian's key arrives with the secret of the link only", async () => {
  const { guardian, secret } = await link();
  const { hello } = await offerKeys(secret);
  const sealed = await sealHello(hello, guardian.point);
  expect(await openHello(hello, sealed)).toEqual(guardian.point);
  const other = await offerKeys(randomBytes(SECRET_BYTES));
  expect(await openHello(other.hello, sealed)).toBeNull();
});

test("no keys follow from bytes that are no public key", async () => {
  const { person, secret } = await link();
  expect(await linkKeys(person, randomBytes(32), secret)).toBeNull();
  const outside = joined(Uint8Array.of(2), new Uint8Array(32).fill(0xff));
  expect(await linkKeys(person, outside, secret)).toBeNull();
});

test("a compressed point is the browser's own point again", async () => {
  for (let round = 0; round < 8; round += 1) {
    const how = { name: "ECDH", namedCurve: "P-256" };
    const { publicKey } = await crypto.subtle.generateKey(how, false, ["deriveBits"]);
    const point = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
    expect(decompress(compress(point))).toEqual(point);
  }
});

/** What a link says; version 1 has no commitment. */
const offered = async (commitment: Bytes | null) => ({
  ...{ point: (await makePair()).point, secret: randomBytes(SECRET_BYTES), commitment },
});

test.each([
  ["88 characters of its version, a key, a secret and a commitment", 16, /^2[\w-]{87}$/],
  ["67 characters without a commitment, as earlier releases made it", 0, /^1[\w-]{66}$/],
])("a link is %s, and reads back", async (_what, bytes, shape) => {
  const offer = await offered(bytes === 0 ? null : randomBytes(bytes));
  const fragment = linkFragment(offer);
  expect(fragment).toMatch(shape);
  const url = `https://example.org/watch#${fragment}`;
  for (const text of [fragment, `#${fragment}`, url, ` Please open ${url} today `]) {
    expect(parseLink(text)).toEqual({ kind: "offer", offer });
  }
});

test("a link of another version is said to be one, and a broken one is none", async () => {
  const offer = await offered(randomBytes(16));
  const fragment = linkFragment(offer);
  const broken = joined(Uint8Array.of(5), offer.point.slice(1), offer.secret);
  expect(parseLink(`https://example.org/watch#3${fragment.slice(1)}`).kind).toBe("other-version");
  const none = ["", "#", fragment.slice(0, -1), `${fragment}x`, "https://example.org/watch", "1"];
  none.push(`1${toBase64url(broken)}`, "x".repeat(67));
  // A link whose version was changed on its way.
  none.push(`1${fragment.slice(1)}`, `2${linkFragment(await offered(null)).slice(1)}`);
  expect(none.map((text) => parseLink(text).kind)).toEqual(none.map(() => "none"));
});

test("bytes survive base64url, and other texts are none", () => {
  for (let length = 0; length < 70; length += 1) {
    const bytes = randomBytes(length);
    expect(fromBase64url(toBase64url(bytes))).toEqual(bytes);
  }
  expect(["a", "a+b=", "äöü"].map(fromBase64url)).toEqual([null, null, null]);
});

test("a token's hash is SHA-256 of its bytes", async () => {
  // The token is 32 zero bytes; the hash is what `sha256sum` gives for them.
  expect(await tokenHash("A".repeat(43))).toBe("Zmh6rfhivXdsj8GLjp-OIAiXFIVu4jOzkCpZHQ1fKSU");
  expect(randomToken()).toMatch(/^[\w-]{43}$/);
});

test("the proof that a link has ended is the one that the server gives for the same token", async () => {
  // The server's test has the same words: `domain/link_token.rs`.
  const proof = "3EbHDqm0ASeWyRSiT6P2KJcf7QTD5Be9dmaXE-41PlQ";
  expect(await endedProof("A".repeat(43))).toBe(proof);
  expect(await endedProof(`${"A".repeat(42)}E`)).not.toBe(proof);
});
