/** The keys of one emergency's sound. Whoever has the secret can read and open all of it, and change nothing. */
import type { Bytes } from "./bytes.ts";
import { schedule } from "./keys.ts";

/** How long the secret of an emergency's sound is, in bytes. */
export const SOUND_SECRET_BYTES = 32;

/** What follows from the secret. */
export interface SoundKeys {
  /** Seals and opens pieces. */
  readonly seal: CryptoKey;
  /** The token for reading what the server has. */
  readonly read: string;
}

/** Derives the keys of an emergency's sound. */
export async function soundKeys(secret: Bytes): Promise<SoundKeys> {
  const { token, key } = await schedule(secret, new Uint8Array());
  return { seal: await key("seal"), read: await token("read") };
}
