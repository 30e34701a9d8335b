/** The person's guardians: links that wait to be claimed, and links with their keys. Nothing of this is in clear on the server. */
import * as v from "valibot";
import { guardianLimits } from "#content/guardian-limits.ts";
import type { Bytes } from "#seal/bytes.ts";
import { forgetTold, guardianTold, type Told, withTold } from "./guardian-told.ts";
import { listRecord, storedBytes, storedKey } from "./link-record.ts";
import { freeSeq } from "./seq-rules.ts";

const base = {
  /** Known on this device only. */
  id: v.string(),
  /** What the person calls the guardian. */
  name: v.string(),
  /** The token for the server. It is random, so that it does not follow from the link. */
  owner: v.string(),
  /** Epoch milliseconds. */
  madeAt: v.number(),
};

const waiting = v.object({
  state: v.literal("waiting"),
  ...base,
  secret: storedBytes,
  privateKey: storedKey,
  point: storedBytes,
  /** The random number of the digits, and the link's commitment to it; links of an earlier release have none. */
  committed: v.optional(v.object({ nonce: storedBytes, commitment: storedBytes })),
});

const answered = v.object({
  answer: v.picklist(["seen", "on-the-way", "police-called"]),
  /** The emergency, or null for a test message. */
  about: v.nullable(v.string()),
  /** When this device learnt of it, epoch milliseconds. */
  at: v.number(),
});

const linked = v.object({
  state: v.literal("linked"),
  ...base,
  down: storedKey,
  up: storedKey,
  digits: v.string(),
  /**
   * What tells the guardian's browser the random number of the digits, sealed once, so that the server takes it as the same
   * however often it is sent; and when the server had it, in epoch milliseconds.
   */
  reveal: v.optional(storedBytes),
  revealedAt: v.optional(v.number()),
  /** Whether the person said that both screens show the same digits. */
  isCompared: v.boolean(),
  linkedAt: v.number(),
  /** The number of the next item to this guardian. */
  nextSeq: v.number(),
  /** The place in the server's order behind which the guardian's items are new. */
  after: v.number(),
  /** When the last test message was sent, epoch milliseconds. */
  testedAt: v.nullable(v.number()),
  lastAnswer: v.nullable(answered),
  /** The numbers of the newest items that are on the guardian's phone, as it says itself. */
  arrived: v.optional(v.array(v.number())),
  /** The emergencies of which something is on the guardian's phone, as it says itself; the newest last. */
  reached: v.optional(v.array(v.string())),
  /** When the server last got something from the guardian's phone, in epoch milliseconds. */
  aliveAt: v.optional(v.number()),
  /** When the app last looked for that without being asked, and when it sent the last weekly check, in epoch milliseconds. */
  lookedAt: v.optional(v.number()),
  heartbeatAt: v.optional(v.number()),
  /** Whether the person wants no weekly check. */
  isHeartbeatOff: v.optional(v.boolean()),
  /** Whether sound is sent, sealed for this guardian, while it is recorded. */
  getsSound: v.optional(v.boolean()),
  /** The number of the test that ends the pairing, and the time of the answer that was the last one when it left. */
  pairingSeq: v.optional(v.number()),
  answeredBefore: v.optional(v.nullable(v.number())),
  /**
   * The newest alarm that was sent, by a page or the service worker; `seq` is null where the server refused it, `at` is when it was
   * raised, in epoch milliseconds.
   */
  alarm: v.optional(
    v.object({
      emergency: v.string(),
      seq: v.nullable(v.number()),
      at: v.optional(v.number()),
    }),
  ),
  /** Since when the server refuses whatever is sent, in epoch milliseconds. */
  refusedSince: v.optional(v.nullable(v.number())),
  /** When the server had proved that the link has ended, in epoch milliseconds: it forgets the link later, and proves nothing then. */
  endedAt: v.optional(v.number()),
});

/** A link that nobody has claimed yet. */
export type WaitingGuardian = v.InferOutput<typeof waiting>;

/** A guardian whose browser has the keys. */
export type LinkedGuardian = v.InferOutput<typeof linked>;

/** A guardian in either state. */
export type Guardian = WaitingGuardian | LinkedGuardian;

/** Whether a guardian has a link that is not known to have ended. */
export const isLinked = (one: Guardian): one is LinkedGuardian =>
  one.state === "linked" && one.endedAt === undefined;

/** All guardians, in the order in which they were added; `read` rejects where the browser has no database. */
export const guardians = listRecord<Guardian>("guardians", v.variant("state", [waiting, linked]));

const endings = listRecord<string>("endings", v.string());

/** A sealed item that goes over a link before the server is told to end it. */
const lastItem = v.object({ owner: v.string(), seq: v.number(), bytes: storedBytes });

/** A sealed item that goes first, with its link's token. */
export type LastItem = v.InferOutput<typeof lastItem>;

/** All of them, in the order in which they are sent. The keys of their links are gone. */
export const lastItems = listRecord<LastItem>("last-items", lastItem);

/** Adds a link; false when there are as many as there may be. */
export function addGuardian(added: WaitingGuardian): Promise<boolean> {
  return guardians.change((before) => {
    const isRoom = before.length < guardianLimits.maximum;
    return { keep: isRoom ? [...before, added] : before, answer: isRoom };
  });
}

/** Changes a guardian; resolves to what is stored then, or to null when there is none with this id. */
export function changeGuardian(
  id: string,
  decide: (before: Guardian) => Guardian,
): Promise<Guardian | null> {
  return guardians.change((before) => {
    const keep = before.map((guardian) => (guardian.id === id ? decide(guardian) : guardian));
    return { keep, answer: keep.find((guardian) => guardian.id === id) ?? null };
  });
}

/** Notes that the server has proved the end of a link; `at` is in epoch milliseconds. */
export async function noteEnded(id: string, at: number): Promise<void> {
  await changeGuardian(id, (before) => (isLinked(before) ? { ...before, endedAt: at } : before));
}

/** The next numbers of guardians, as far as they were taken while the disk was full. */
const unsavedSeqs = new Map<string, number>();

const nextOf = ({ id, nextSeq, madeAt }: LinkedGuardian, now: number): number =>
  Math.max(freeSeq(nextSeq, madeAt, now), unsavedSeqs.get(id) ?? 0);

/** Takes a number that the full disk cannot note. The server refuses one that was used, so that the next one is tried. */
async function takeUnsavedSeq(id: string, now: number, skipped: number): Promise<number | null> {
  const known = (await guardians.read()).find((guardian) => guardian.id === id);
  if (known?.state !== "linked") return null;
  const seq = nextOf(known, now) + skipped;
  unsavedSeqs.set(id, seq + 1);
  return seq;
}

/** Takes the number of the next item, once, behind `skipped` others; null when this guardian is not linked. */
export async function takeSeq(id: string, skipped = 0): Promise<number | null> {
  const now = Date.now();
  try {
    const taken = await changeGuardian(id, (before) =>
      before.state === "linked"
        ? { ...before, nextSeq: nextOf(before, now) + skipped + 1 }
        : before,
    );
    return taken?.state === "linked" ? taken.nextSeq - 1 : null;
  } catch {
    return takeUnsavedSeq(id, now, skipped);
  }
}

/** An item that the server has answered about. */
interface Answered {
  /** The alarm's emergency; null for an item that is no alarm. */
  readonly alarmOf: string | null;
  /** When the alarm was raised, in epoch milliseconds. */
  readonly alarmAt?: number;
  /** The number under which the server has it; null where it refused it. */
  readonly seq: number | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Notes what the server did with an item, where that changes what is known of the link. */
export async function noteAnswered(
  id: string,
  { alarmOf, alarmAt, seq, at }: Answered,
): Promise<void> {
  const known = (await guardians.read()).find((guardian) => guardian.id === id);
  if (known?.state !== "linked") return;
  const wasRefused = (known.refusedSince ?? null) !== null;
  if (alarmOf === null && wasRefused === (seq === null)) return;
  await changeGuardian(id, (before) => {
    if (before.state !== "linked") return before;
    const alarm = alarmOf === null ? {} : { alarm: { emergency: alarmOf, seq, at: alarmAt } };
    const refusedSince = seq === null ? (before.refusedSince ?? at) : null;
    return { ...before, ...alarm, refusedSince };
  });
}

/** After this time the server, which keeps what was sent for three days, has surely forgotten it. In milliseconds. */
const FORGOTTEN_MS = 96 * 3_600_000;

/** Whether the server has surely forgotten what was sent at `at`; times are epoch milliseconds. */
export const isForgotten = (at: number, now: number): boolean => now - at >= FORGOTTEN_MS;

/**
 * The sealed random number that a guardian's browser is to be told now, or null. As long as the digits are not compared, it
 * is told again when the server has forgotten it: the guardian may open their page weeks later.
 */
export function revealToSend(
  { reveal, revealedAt, isCompared }: Pick<LinkedGuardian, "reveal" | "revealedAt" | "isCompared">,
  now: number,
): Bytes | null {
  if (reveal === undefined || revealedAt === undefined) return reveal ?? null;
  return !isCompared && isForgotten(revealedAt, now) ? reveal : null;
}

/** Notes that the server has the number from which the digits follow; `at` is in epoch milliseconds. */
export async function noteRevealed(id: string, at: number): Promise<void> {
  await changeGuardian(id, (before) =>
    before.state === "linked" ? { ...before, revealedAt: at } : before,
  );
}

/** Notes an item that the server has for somebody who was not removed meanwhile, and never rejects; what tells nothing more is not written. */
export async function noteTold(told: Told): Promise<void> {
  try {
    const rows = await guardianTold.read();
    if (withTold(rows, told) === rows) return;
    if (!(await guardians.read()).some(({ id }) => id === told.guardian)) return;
    await guardianTold.change((before) => ({ keep: withTold(before, told), answer: undefined }));
  } catch {
    // What is not known is not said.
  }
}

/** Removes a guardian and notes that the server must be told, and what goes over the link before that. */
export async function removeGuardian(
  { id, owner }: Guardian,
  last: readonly LastItem[] = [],
): Promise<void> {
  if (last.length > 0)
    await lastItems.change((before) => ({ keep: [...before, ...last], answer: undefined }));
  await endings.change((before) => ({ keep: [...before, owner], answer: undefined }));
  await forgetTold(id);
  await guardians.change((before) => ({
    keep: before.filter((guardian) => guardian.id !== id),
    answer: undefined,
  }));
}

/** The tokens of links that the server must still be told to end. */
export const readEndings = endings.read;

/** Forgets a token after the server was told. */
export async function forgetEnding(owner: string): Promise<void> {
  if ((await lastItems.read()).length > 0)
    await lastItems.change((before) => ({
      keep: before.filter((one) => one.owner !== owner),
      answer: undefined,
    }));
  return endings.change((before) => ({
    keep: before.filter((token) => token !== owner),
    answer: undefined,
  }));
}
