/**
 * Items of a link, sealed, and padded to few sizes, so that the length of a message does not tell what it says. Direction and
 * sequence number are additional data, so that an item opens only where it was sent.
 */
import { numberedPlace, openBytes, sealBytes } from "./aes.ts";
import { type Bytes, joined } from "./bytes.ts";
import type { Direction } from "./keys.ts";

/** The sizes of a padded text, in bytes. */
const SIZES = [512, 1024, 32 * 1024] as const;

const LENGTH_BYTES = 2;

/** The smallest size in which a text of `length` bytes fits, or null. */
function sizeFor(length: number): number | null {
  return SIZES.find((size) => LENGTH_BYTES + length <= size) ?? null;
}

/** The text's length, the text, and zeros. Throws when the text is longer than the largest size. */
export function pad(bytes: Bytes): Bytes {
  const size = sizeFor(bytes.length);
  if (size === null) throw new Error("Too long to be padded");
  const length = Uint8Array.of(bytes.length >> 8, bytes.length & 0xff);
  return joined(length, bytes, new Uint8Array(size - LENGTH_BYTES - bytes.length));
}

/** The text, or null when it was not padded as `pad` does. */
export function unpad(padded: Bytes): Bytes | null {
  const [high = 0, low = 0] = padded;
  const length = (high << 8) | low;
  const end = LENGTH_BYTES + length;
  if (sizeFor(length) !== padded.length) return null;
  return padded.subarray(end).every((byte) => byte === 0) ? padded.slice(LENGTH_BYTES, end) : null;
}

/** Pads and seals bytes. */
export function seal(
  key: CryptoKey,
  direction: Direction,
  seq: number,
  bytes: Bytes,
): Promise<Bytes> {
  return sealBytes(key, numberedPlace(direction, seq), pad(bytes));
}

/** Opens sealed bytes; null when they were not sealed with this key for this direction and number. */
export async function open(
  key: CryptoKey,
  direction: Direction,
  seq: number,
  sealed: Bytes,
): Promise<Bytes | null> {
  const padded = await openBytes(key, numberedPlace(direction, seq), sealed);
  return padded && unpad(padded);
}
