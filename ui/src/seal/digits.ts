/**
 * The six digits that two people compare, so that nobody can stand between them unnoticed. Whoever could choose a key after all
 * others are known would try keys until the digits agree. So the person's phone commits itself first: the link has the hash of a
 * random number, which the phone tells only when it has stored the guardian's key, and the digits follow from it (Vaudenay,
 * "Secure Communications over Insecure Channels Based on Short Authenticated Strings", 2005; RFC 6189, section 4.4.1.1). Then
 * nothing is left to choose for anybody when the digits can first be known, and each attempt agrees once in a million.
 */
import { type Bytes, joined } from "./bytes.ts";

/** How long the random number is, and its commitment in a link, in bytes. */
export const NONCE_BYTES = 16;
export const COMMITMENT_BYTES = 16;

/** What the digits follow from: both public keys, and the link's secret. */
export interface Pairing {
  readonly person: Bytes;
  readonly guardian: Bytes;
  readonly secret: Bytes;
}

async function sha256(...pieces: readonly Bytes[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...pieces)));
}

/** The commitment to a random number, in a link with this key and secret. */
export async function commitmentTo(
  nonce: Bytes,
  { person, secret }: Omit<Pairing, "guardian">,
): Promise<Bytes> {
  const label = new TextEncoder().encode("commitment");
  return (await sha256(label, nonce, person, secret)).slice(0, COMMITMENT_BYTES);
}

/** The same six digits for both; `nonce` is null for a link of version 1, which commits to none. */
export async function digitsOf(
  { person, guardian, secret }: Pairing,
  nonce: Bytes | null,
): Promise<string> {
  const digest = await sha256(person, guardian, secret, nonce ?? new Uint8Array());
  return `${new DataView(digest.buffer).getUint32(0) % 1_000_000}`.padStart(6, "0");
}

/** The digits, or null when the random number is not the one to which the link commits. */
export async function revealedDigits(
  pairing: Pairing & { readonly commitment: Bytes },
  nonce: Bytes,
): Promise<string | null> {
  const told = await commitmentTo(nonce, pairing);
  const isTheSame = pairing.commitment.every((byte, at) => byte === told[at]);
  return isTheSame ? digitsOf(pairing, nonce) : null;
}
