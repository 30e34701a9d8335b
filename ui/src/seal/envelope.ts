/**
 * Sealed bytes: AES-256-GCM with a random nonce before them (NIST SP 800-38D). Direction and sequence number are
 * additional data, so that an item opens only where it was sent.
 */
import { type Bytes, joined } from "./bytes.ts";
import { type Direction, randomBytes } from "./keys.ts";
import { pad, unpad } from "./padding.ts";

const NONCE_BYTES = 12;

function parameters(nonce: Bytes, direction: Direction, seq: number) {
  const place = new DataView(new ArrayBuffer(8));
  place.setBigUint64(0, BigInt(seq));
  const additionalData = joined(new TextEncoder().encode(direction), new Uint8Array(place.buffer));
  return { name: "AES-GCM", iv: nonce, additionalData };
}

/** Pads and seals bytes. */
export async function seal(
  key: CryptoKey,
  direction: Direction,
  seq: number,
  bytes: Bytes,
): Promise<Bytes> {
  const nonce = randomBytes(NONCE_BYTES);
  const how = parameters(nonce, direction, seq);
  return joined(nonce, new Uint8Array(await crypto.subtle.encrypt(how, key, pad(bytes))));
}

/** Opens sealed bytes; null when they were not sealed with this key for this direction and number. */
export async function open(
  key: CryptoKey,
  direction: Direction,
  seq: number,
  sealed: Bytes,
): Promise<Bytes | null> {
  const how = parameters(sealed.slice(0, NONCE_BYTES), direction, seq);
  try {
    return unpad(new Uint8Array(await crypto.subtle.decrypt(how, key, sealed.slice(NONCE_BYTES))));
  } catch {
    return null;
  }
}
