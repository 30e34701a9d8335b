/** Items of a link, padded and sealed. Direction and sequence number are additional data, so that an item opens only where it was sent. */
import { numberedPlace, openBytes, sealBytes } from "./aes.ts";
import type { Bytes } from "./bytes.ts";
import type { Direction } from "./keys.ts";
import { pad, unpad } from "./padding.ts";

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
