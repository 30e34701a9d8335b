/**
 * What goes over a guardian's link about sound. Browsers with an earlier release know neither kind: to them such an item is one that does
 * not open, which changes nothing. So these kinds are none of `items.ts`: they tell no story and wake nobody.
 */
import * as v from "valibot";
import { type Bytes, fromBase64url, toBase64url } from "./bytes.ts";
import { open, seal } from "./envelope.ts";
import { SOUND_SECRET_BYTES } from "./keys.ts";

const time = v.pipe(v.number(), v.finite());
const emergency = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

const given = v.object({
  kind: v.literal("sound"),
  /** The emergency, as guardians know it. */
  emergency,
  /** When this was written, epoch milliseconds by the phone's clock. */
  at: time,
  isDrill: v.boolean(),
  /** The secret of the emergency's sound, base64url. */
  key: v.pipe(
    v.string(),
    v.check((text) => fromBase64url(text)?.length === SOUND_SECRET_BYTES),
  ),
});

const held = v.object({
  kind: v.literal("sound"),
  about: emergency,
  /** The phone's own time of the last link up to which everything is here, epoch milliseconds. */
  until: time,
  at: time,
});

/** That a guardian may listen to an emergency, with what it takes. */
export interface SoundGiven {
  readonly emergency: string;
  readonly at: number;
  readonly isDrill: boolean;
  readonly secret: Bytes;
}

/** That the guardian's page has the sound of an emergency up to a time. */
export type SoundHeld = Omit<v.InferOutput<typeof held>, "kind">;

const text = (item: unknown) => new TextEncoder().encode(JSON.stringify(item));

async function opened<T>(
  schema: v.GenericSchema<unknown, T>,
  opening: Promise<Bytes | null>,
): Promise<T | null> {
  const bytes = await opening;
  if (bytes === null) return null;
  try {
    const result = v.safeParse(schema, JSON.parse(new TextDecoder().decode(bytes)));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

/** Seals, for a guardian, what it takes to listen. */
export function sealGiven(key: CryptoKey, seq: number, { secret, ...item }: SoundGiven) {
  return seal(key, "down", seq, text({ kind: "sound", ...item, key: toBase64url(secret) }));
}

/** Opens what it takes to listen; null for anything else. */
export async function openGiven(
  key: CryptoKey,
  seq: number,
  sealed: Bytes,
): Promise<SoundGiven | null> {
  const item = await opened(given, open(key, "down", seq, sealed));
  if (item === null) return null;
  const { emergency: name, at, isDrill } = item;
  return { emergency: name, at, isDrill, secret: fromBase64url(item.key) ?? new Uint8Array() };
}

/** Seals, for the person, how far the guardian's page has the sound. */
export function sealHeld(key: CryptoKey, seq: number, item: SoundHeld): Promise<Bytes> {
  return seal(key, "up", seq, text({ kind: "sound", ...item }));
}

/** Opens how far the guardian's page has the sound; null for anything else. */
export async function openHeld(
  key: CryptoKey,
  seq: number,
  sealed: Bytes,
): Promise<SoundHeld | null> {
  const item = await opened(held, open(key, "up", seq, sealed));
  return item && { about: item.about, until: item.until, at: item.at };
}
