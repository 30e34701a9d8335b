/**
 * What follows from a recovery phrase: a token for each copy of sound, so that the server cannot tell which copies are of one person, and
 * the key that seals each copy's secret. The phone keeps a handle that gives neither the phrase nor its bytes.
 */
import { openBytes, sealBytes } from "./aes.ts";
import { type Bytes, toBase64url } from "./bytes.ts";

/** How many bytes a phrase of 12 words stands for. */
export const PHRASE_BYTES = 16;

const text = (words: string): Bytes => new TextEncoder().encode(words);
const how = (purpose: string) => ({
  ...{ name: "HKDF", hash: "SHA-256", salt: new Uint8Array() },
  info: text(purpose),
});

/** The handle of a phrase's bytes, which cannot be exported. */
export function recoveryKey(phrase: Bytes): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", phrase, "HKDF", false, ["deriveBits", "deriveKey"]);
}

/** Which copy of a phrase: numbers begin anew in each period, so that those that are gone need not be asked for. */
export interface CopyPlace {
  readonly period: number;
  readonly number: number;
}

const nameOf = ({ period, number }: CopyPlace) => `${period}/${number}`;

/** The token under which a copy is found. */
export async function findToken(base: CryptoKey, place: CopyPlace): Promise<string> {
  const bits = await crypto.subtle.deriveBits(how(`find${nameOf(place)}`), base, 256);
  return toBase64url(new Uint8Array(bits));
}

const wrapKey = (base: CryptoKey) =>
  crypto.subtle.deriveKey(how("wrap"), base, { name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);

const placeData = (place: CopyPlace) => text(`recovery${nameOf(place)}`);

/** Seals the secret of a copy. */
export async function sealSecret(base: CryptoKey, place: CopyPlace, secret: Bytes): Promise<Bytes> {
  return sealBytes(await wrapKey(base), placeData(place), secret);
}

/** Opens the secret of a copy; null where it was not sealed with this phrase for this place. */
export async function openSecret(
  base: CryptoKey,
  place: CopyPlace,
  sealed: Bytes,
): Promise<Bytes | null> {
  return openBytes(await wrapKey(base), placeData(place), sealed);
}
