/**
 * The key schedule of a guardian link: ECDH on P-256, HKDF with SHA-256 (RFC 5869), by Web Crypto alone. Private keys
 * cannot be exported; what is stored of a link are key handles and the tokens for the server.
 */
import { type Bytes, fromBase64url, toBase64url } from "./bytes.ts";
import { compress, decompress } from "./point.ts";

/** Who sends: `down` is from the person to the guardian, `up` from the guardian to the person. */
export type Direction = "down" | "up";

/** One side's key pair; the public key is in compressed form. */
interface Pair {
  readonly privateKey: CryptoKey;
  readonly point: Bytes;
}

/** What both sides derive once each has the other's public key. */
export interface LinkKeys {
  readonly down: CryptoKey;
  readonly up: CryptoKey;
  /** The guardian's token for reading. */
  readonly read: string;
  /** The guardian's token for sending, for the push address and for ending the link. */
  readonly post: string;
}

/** How long the secret in a link is, in bytes. */
export const SECRET_BYTES = 16;

const TOKEN_BITS = 256;
const CURVE = { name: "ECDH", namedCurve: "P-256" } as const;

const text = (words: string): Bytes => new TextEncoder().encode(words);

/** `length` random bytes. */
export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** A random token for the server. */
export function randomToken(): string {
  return toBase64url(randomBytes(TOKEN_BITS / 8));
}

/** The SHA-256 of a token's bytes, which is all that the server keeps of it; both are base64url. */
export async function tokenHash(token: string): Promise<string> {
  const bytes = fromBase64url(token) ?? new Uint8Array();
  return toBase64url(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** What the server says besides of a link that has ended, to whoever has this token: nobody on the way knows it. */
export async function endedProof(token: string): Promise<string> {
  const hash = fromBase64url(await tokenHash(token)) ?? new Uint8Array();
  const how = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", hash, how, false, ["sign"]);
  return toBase64url(new Uint8Array(await crypto.subtle.sign("HMAC", key, text("ended"))));
}

/** A new key pair, whose private key cannot be exported. */
export async function makePair(): Promise<Pair> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(CURVE, false, ["deriveBits"]);
  const point = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
  return { privateKey, point: compress(point) };
}

/** What follows from a secret: tokens and keys, one for each purpose. */
async function schedule(secret: Uint8Array<ArrayBuffer>, salt: Bytes) {
  const base = await crypto.subtle.importKey("raw", secret, "HKDF", false, [
    "deriveBits",
    "deriveKey",
  ]);
  const how = (purpose: string) => ({ name: "HKDF", hash: "SHA-256", salt, info: text(purpose) });
  return {
    token: async (purpose: string) =>
      toBase64url(new Uint8Array(await crypto.subtle.deriveBits(how(purpose), base, TOKEN_BITS))),
    key: (purpose: string) =>
      crypto.subtle.deriveKey(how(purpose), base, { name: "AES-GCM", length: 256 }, false, [
        "encrypt",
        "decrypt",
      ]),
  };
}

/** The token with which a link can be claimed once, and the key of the guardian's first item. */
export async function offerKeys(secret: Bytes): Promise<{ claim: string; hello: CryptoKey }> {
  const { token, key } = await schedule(secret, new Uint8Array());
  return { claim: await token("claim"), hello: await key("hello") };
}

/** The keys of a link, the same on both sides, or null when the other side's public key is none. */
export async function linkKeys(
  mine: Pick<Pair, "privateKey">,
  theirs: Bytes,
  secret: Bytes,
): Promise<LinkKeys | null> {
  const point = decompress(theirs);
  if (point === null) return null;
  const publicKey = await crypto.subtle.importKey("raw", point, CURVE, false, []);
  const how = { name: "ECDH", public: publicKey };
  const shared = await crypto.subtle.deriveBits(how, mine.privateKey, 256);
  const { token, key } = await schedule(new Uint8Array(shared), secret);
  return {
    down: await key("down"),
    up: await key("up"),
    read: await token("read"),
    post: await token("post"),
  };
}

/** How long the secret of an emergency's sound is, in bytes. */
export const SOUND_SECRET_BYTES = 32;

/** What follows from the secret. */
export interface SoundKeys {
  /** Seals and opens pieces. */
  readonly seal: CryptoKey;
  /** The token for reading what the server has. */
  readonly read: string;
}

/** Derives the keys of an emergency's sound. Whoever has the secret can read and open all of it, and change nothing. */
export async function soundKeys(secret: Bytes): Promise<SoundKeys> {
  const { token, key } = await schedule(secret, new Uint8Array());
  return { seal: await key("seal"), read: await token("read") };
}
