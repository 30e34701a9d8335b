/** AES-256-GCM with a random nonce before the sealed bytes (NIST SP 800-38D), for everything that two phones seal. */
import { type Bytes, joined } from "./bytes.ts";
import { randomBytes } from "./keys.ts";

const NONCE_BYTES = 12;

const parameters = (nonce: Bytes, additionalData: Bytes) => ({
  ...{ name: "AES-GCM", iv: nonce },
  additionalData,
});

/** Seals bytes, which then open with the same additional data alone. */
export async function sealBytes(
  key: CryptoKey,
  additionalData: Bytes,
  plain: Bytes,
): Promise<Bytes> {
  const nonce = randomBytes(NONCE_BYTES);
  const how = parameters(nonce, additionalData);
  return joined(nonce, new Uint8Array(await crypto.subtle.encrypt(how, key, plain)));
}

/** Opens sealed bytes; null when they were not sealed with this key and these additional data. */
export async function openBytes(
  key: CryptoKey,
  additionalData: Bytes,
  sealed: Bytes,
): Promise<Bytes | null> {
  const how = parameters(sealed.slice(0, NONCE_BYTES), additionalData);
  try {
    return new Uint8Array(await crypto.subtle.decrypt(how, key, sealed.slice(NONCE_BYTES)));
  } catch {
    return null;
  }
}

/** Additional data that say what the bytes are, and their number among those of this kind. */
export function numberedPlace(kind: string, seq: number): Bytes {
  const number = new DataView(new ArrayBuffer(8));
  number.setBigUint64(0, BigInt(seq));
  return joined(new TextEncoder().encode(kind), new Uint8Array(number.buffer));
}
