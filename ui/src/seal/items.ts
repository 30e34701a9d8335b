/** What the two sides of a guardian link tell each other. What was opened is parsed before anybody uses it. */
import * as v from "valibot";
import type { Bytes } from "./bytes.ts";
import { open, seal } from "./envelope.ts";

/** Epoch milliseconds by the sender's clock, which may be wrong. */
const time = v.pipe(v.number(), v.finite());

const place = v.object({
  latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  /** The radius in metres within which the phone probably is. */
  accuracy: v.pipe(v.number(), v.finite(), v.minValue(0)),
  /** How old the place was when the item was written, in milliseconds; null when nobody can say. */
  ageMs: v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0))),
});

/** A place with its accuracy and its age. */
export type Place = v.InferOutput<typeof place>;

/** What every item of an emergency has. */
const ofEmergency = {
  emergency: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  at: time,
  /** True in a TEST EMERGENCY. */
  isDrill: v.boolean(),
};
const placed = { ...ofEmergency, place: v.nullable(place) };

const downItem = v.variant("kind", [
  /** An emergency started; `place` is null while it is not known. */
  v.object({ kind: v.literal("alarm"), ...placed }),
  v.object({ kind: v.literal("place"), ...ofEmergency, place }),
  /** The last message before the battery is empty; `level` is 0 to 1. */
  v.object({
    kind: v.literal("battery"),
    ...placed,
    level: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  }),
  /** Ended with the own PIN. */
  v.object({ kind: v.literal("ended"), ...ofEmergency }),
  /** The demo PIN was typed in a real emergency: the phone looks unlocked, and the emergency goes on. */
  v.object({ kind: v.literal("opened-with-public-code"), ...placed }),
  /** A session was not ended in time; `dueAt` is when it should have been, in epoch milliseconds. */
  v.object({ kind: v.literal("overdue"), ...placed, dueAt: time }),
  /** A test message: the person's, or with `of` the one that ends the pairing, or the weekly one. */
  v.object({
    kind: v.literal("test"),
    at: time,
    of: v.optional(v.picklist(["pairing", "heartbeat"])),
  }),
  /** The person ended the link. */
  v.object({ kind: v.literal("unlinked"), at: time }),
]);

const upItem = v.variant("kind", [
  /**
   * A tap of the guardian; `about` is the emergency, or null for a test message. `seq` is the number of the newest item of that
   * emergency that the guardian's browser had; earlier releases do not tell it.
   */
  v.object({
    kind: v.literal("answer"),
    answer: v.picklist(["seen", "on-the-way", "police-called"]),
    about: v.nullable(v.string()),
    at: time,
    seq: v.optional(v.number()),
  }),
  /** The notification of an item is on the guardian's phone: the number of that item, and what it is about. */
  v.object({
    kind: v.literal("arrived"),
    seq: v.number(),
    about: v.nullable(v.string()),
    at: time,
  }),
]);

/** What the person's phone sends. */
export type DownItem = v.InferOutput<typeof downItem>;

/** Whether an item is of a TEST EMERGENCY. An item of an emergency that does not say so does not open at all. */
export const isDrill = (item: DownItem): boolean => "isDrill" in item && item.isDrill;

/** Whether an item says by itself that somebody may need help. */
export const asksForHelp = ({ kind }: DownItem): boolean =>
  kind === "alarm" || kind === "overdue" || kind === "opened-with-public-code";

/** The rows, oldest first, without the oldest of these kinds while there are more than `most`; nothing else is ever dropped. */
export function withoutOldest<T extends { readonly item: DownItem }>(
  rows: readonly T[],
  most: number,
  kinds: readonly DownItem["kind"][],
): T[] {
  let surplus = rows.length - most;
  return rows.filter(({ item }) => {
    const isKept = surplus <= 0 || !kinds.includes(item.kind);
    if (!isKept) surplus -= 1;
    return isKept;
  });
}

/** What the guardian's browser sends. */
export type UpItem = v.InferOutput<typeof upItem>;

/** What a guardian can answer. */
export type Answer = Extract<UpItem, { readonly kind: "answer" }>["answer"];

/** What a test message is for besides the person's own tests. */
export type TestPurpose = Extract<DownItem, { readonly kind: "test" }>["of"];

const written = (item: DownItem | UpItem) => new TextEncoder().encode(JSON.stringify(item));

function read(bytes: Bytes | null): unknown {
  if (bytes === null) return null;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

/** Seals what the person's phone sends under the number `seq`. */
export function sealDown(key: CryptoKey, seq: number, item: DownItem): Promise<Bytes> {
  return seal(key, "down", seq, written(item));
}

/** Opens an item of the person's phone; null for anything else. */
export async function openDown(
  key: CryptoKey,
  seq: number,
  sealed: Bytes,
): Promise<DownItem | null> {
  const result = v.safeParse(downItem, read(await open(key, "down", seq, sealed)));
  return result.success ? result.output : null;
}

/** Seals what the guardian's browser sends under the number `seq`, from 1 on. */
export function sealUp(key: CryptoKey, seq: number, item: UpItem): Promise<Bytes> {
  return seal(key, "up", seq, written(item));
}

/** Opens an item of the guardian's browser; null for anything else. */
export async function openUp(key: CryptoKey, seq: number, sealed: Bytes): Promise<UpItem | null> {
  const result = v.safeParse(upItem, read(await open(key, "up", seq, sealed)));
  return result.success ? result.output : null;
}

/** The number of the guardian's first item, which holds the guardian's public key. */
const HELLO_SEQ = 0;

/** Seals the guardian's public key for the person who made the link. */
export function sealHello(key: CryptoKey, point: Bytes): Promise<Bytes> {
  return seal(key, "up", HELLO_SEQ, point);
}

/** The guardian's public key, or null when the bytes were not sealed with the link's secret. */
export function openHello(key: CryptoKey, sealed: Bytes): Promise<Bytes | null> {
  return open(key, "up", HELLO_SEQ, sealed);
}

/** The number of the person's first item in a link of version 2, which tells the random number of the digits. */
export const REVEAL_SEQ = 0;

/** Seals the random number for the guardian's browser. */
export function sealReveal(key: CryptoKey, nonce: Bytes): Promise<Bytes> {
  return seal(key, "down", REVEAL_SEQ, nonce);
}

/** The random number, or null when the bytes were not sealed with the link's key. */
export function openReveal(key: CryptoKey, sealed: Bytes): Promise<Bytes | null> {
  return open(key, "down", REVEAL_SEQ, sealed);
}
