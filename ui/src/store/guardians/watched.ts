/** The people whom this browser's owner is a guardian of: keys, tokens, and what came from each. */
import * as v from "valibot";
import { guardianLimits } from "#content/guardian-limits.ts";
import { asksForHelp, type DownItem, isDrill, withoutOldest } from "#seal/items.ts";
import { listRecord, storedBytes, storedKey } from "./link-record.ts";
import { freeSeq } from "./seq-rules.ts";

/** An item that came from a person's phone, in clear. */
const received = v.object({
  seq: v.number(),
  /** When the server sent it, in epoch milliseconds by the server's clock. */
  at: v.number(),
  /** When the server got it, where that was earlier. */
  gotAt: v.optional(v.number()),
  /** Whether it came in a push, and was not read from the server yet: then its place is the last. */
  isPushed: v.optional(v.boolean()),
  /** It was opened and parsed when it came. */
  item: v.custom<DownItem>((kept) => typeof kept === "object" && kept !== null && "kind" in kept),
});

const answer = v.object({
  answer: v.picklist(["seen", "on-the-way", "police-called"]),
  about: v.nullable(v.string()),
  /** The number of the newest item of the emergency that was here then. */
  seq: v.optional(v.number()),
  /** When the server took it, in epoch milliseconds by this device's clock. */
  sentAt: v.number(),
});

const pairing = {
  person: storedBytes,
  guardian: storedBytes,
  secret: storedBytes,
  commitment: storedBytes,
};

/** How a person is kept. */
export const watched = v.object({
  /** Known on this device only. */
  id: v.string(),
  /** What the guardian calls the person. */
  name: v.string(),
  /** Tokens for the server. */
  read: v.string(),
  post: v.string(),
  down: storedKey,
  up: storedKey,
  /** Null until the person's phone has told what they follow from. */
  digits: v.nullable(v.string()),
  /** What the digits follow from besides, until they are known. */
  pairing: v.optional(v.object(pairing)),
  /** Whether the person's phone told something else than the link commits to: somebody changed the link. */
  isForged: v.optional(v.boolean()),
  /** Whether the guardian said that both screens show the same digits. */
  isCompared: v.optional(v.boolean()),
  /** Epoch milliseconds. */
  linkedAt: v.number(),
  /** The place in the server's order behind which items are new; -1 before the first. */
  after: v.number(),
  /** The place of the newest item that the service worker read, which leaves `after` alone, or that is lost. */
  newest: v.optional(v.number()),
  /** Between which times something was sent that nobody can read any more, in epoch milliseconds by this device's clock. */
  lost: v.optional(v.object({ since: v.number(), until: v.number() })),
  /** When the server last answered, in epoch milliseconds by this device's clock. */
  reachedAt: v.optional(v.number()),
  /** The server's clock minus this device's at that time, in milliseconds. */
  clockOffset: v.optional(v.number()),
  /** The number of the newest item of which a notification was shown; a repeat of an older one shows nothing. */
  notifiedSeq: v.number(),
  /** The numbers of the sessions of which a notification was shown. */
  notifiedSessions: v.optional(v.array(v.number())),
  /** What the newest notifications were about: the same thing sent twice under two numbers is shown once. */
  notifiedOf: v.optional(v.array(v.string())),
  /** The number of the next item to the person. */
  nextSeq: v.number(),
  /** In the order in which the server got them. */
  items: v.array(received),
  answers: v.array(answer),
  /** Whether the server was given an address for notifications, and which one. */
  pushEndpoint: v.nullable(v.string()),
  /** Whether the guardian wants the link to end, and the server could not be told yet. */
  isLeaving: v.optional(v.boolean()),
  /** Whether the person or the guardian ended the link. */
  isEnded: v.boolean(),
});

/** An item that came from a person's phone. */
export type Received = v.InferOutput<typeof received>;

/** A person whom this browser's owner is a guardian of. */
export type Watched = v.InferOutput<typeof watched>;

/**
 * Everybody, in the order in which they were linked; `read` rejects where the browser has no database. A full disk must not
 * keep an alarm from being shown or answered.
 */
export const people = listRecord<Watched>("watched", watched, "remember");

/** Adds a person, once; rejects where the disk does not take it. */
export function addWatched(added: Watched): Promise<void> {
  return people.change((before) => {
    const isKnown = before.some(({ id }) => id === added.id);
    return { keep: isKnown ? before : [...before, added], answer: undefined };
  }, "reject");
}

/** Changes a person's row; resolves to what is stored then, or to null when there is none with this id. */
export function changeWatched(
  id: string,
  decide: (before: Watched) => Watched,
): Promise<Watched | null> {
  return people.change((before) => {
    const keep = before.map((person) => (person.id === id ? decide(person) : person));
    return { keep, answer: keep.find((person) => person.id === id) ?? null };
  });
}

/** Takes the number of the next item to a person, once; null when there is none with this id. */
export async function takeUpSeq(id: string): Promise<number | null> {
  const now = Date.now();
  const taken = await changeWatched(id, (before) => ({
    ...before,
    nextSeq: freeSeq(before.nextSeq, before.linkedAt, now) + 1,
  }));
  return taken === null ? null : taken.nextSeq - 1;
}

/**
 * What an item tells, null for one of many places. A phone whose two tabs cannot know of each other may send the same under two
 * numbers.
 */
const contentOf = (item: DownItem) =>
  item.kind === "place"
    ? null
    : JSON.stringify([item.kind, "emergency" in item && item.emergency, isDrill(item), item.at]);

/**
 * Whether no notification of an item, or of a later calm one, was shown before. A session's item is numbered when the session
 * begins, and bad news may come behind what was sent after them.
 */
export function isUnnotified(
  { notifiedSeq, notifiedSessions = [], notifiedOf = [] }: Watched,
  { seq, item }: Pick<Received, "seq" | "item">,
): boolean {
  const content = contentOf(item);
  if (content !== null && notifiedOf.includes(content)) return false;
  if (item.kind === "overdue") return !notifiedSessions.includes(seq);
  // No other notification stands for what asks for help.
  return (asksForHelp(item) && !isDrill(item)) || seq > notifiedSeq;
}

/** An item as far as notifications are concerned. */
type Notified = Pick<Received, "seq" | "item">;

/** A person with an item noted as notified. */
function withNotified(before: Watched, came: Notified): Watched {
  const isNew = isUnnotified(before, came);
  const notifiedSeq = Math.max(before.notifiedSeq, came.seq);
  const sessions = before.notifiedSessions ?? [];
  const isSession = isNew && came.item.kind === "overdue";
  const notifiedSessions = isSession ? [...sessions.slice(-9), came.seq] : sessions;
  const content = isNew ? contentOf(came.item) : null;
  const known = before.notifiedOf ?? [];
  const notifiedOf = content === null ? known : [...known.slice(-19), content];
  return { ...before, notifiedSeq, notifiedSessions, notifiedOf };
}

/**
 * Notes that a notification of an item is being shown, which tells what came `besides`, too; false when one of it or of a later
 * item was shown before, so that a repeated push shows nothing new.
 */
export async function noteNotified(
  id: string,
  came: Notified,
  besides: readonly Notified[] = [],
): Promise<boolean> {
  let isNew = false;
  await changeWatched(id, (before) => {
    isNew = isUnnotified(before, came);
    return [came, ...besides].reduce(withNotified, before);
  });
  return isNew;
}

/** What is dropped of very many. */
const spare: readonly DownItem["kind"][] = ["place", "test"];

/**
 * Adds what came, once each, in the server's order, in which they are given; an item of a push stands behind them until it is
 * read, too. Of very many the oldest places and tests are dropped. They may be read again, before some that are known, and are
 * not new then.
 */
export function withItems(person: Watched, came: readonly Received[]): Watched {
  const read = new Set(came.flatMap(({ seq, isPushed }) => (isPushed ? [] : seq)));
  const before = person.items.filter(({ seq, isPushed }) => !isPushed || !read.has(seq));
  const known = new Set(before.map(({ seq }) => seq));
  const told = new Set(before.map(({ item }) => contentOf(item)));
  const newest = came.findLastIndex(({ seq }) => known.has(seq));
  const fresh = came.filter(({ seq, item }, at) => {
    const content = contentOf(item);
    const isRepeated = known.has(seq) || (content !== null && told.has(content));
    const wasDropped = at < newest && spare.includes(item.kind);
    told.add(content);
    return !isRepeated && !wasDropped;
  });
  const items = [...before, ...fresh].sort((a, b) => Number(!!a.isPushed) - Number(!!b.isPushed));
  const kept = withoutOldest(items, guardianLimits.keptItems, spare);
  return { ...person, items: kept };
}

/** Forgets a person with everything that came. */
export function removeWatched(id: string): Promise<void> {
  return people.change((before) => ({
    keep: before.filter((person) => person.id !== id),
    answer: undefined,
  }));
}
