/**
 * What a guardian's phone says of itself, which of the guardian's answers the settings show, and when the link is checked.
 * Pure.
 */
import { guardianLimits } from "#content/guardian-limits.ts";
import type { Answer, UpItem } from "#seal/items.ts";
import type { LinkedGuardian } from "#store/guardians/guardians.ts";
import type { WatchPushState } from "#wire/api.ts";

/** What a guardian answered, about an emergency, or about a test message with null. */
interface Given {
  readonly answer: Answer;
  readonly about: string | null;
}

const order: readonly Answer[] = ["seen", "on-the-way", "police-called"];

/**
 * The answer to show after `before`, of answers in the server's order; null where none came. Of the newest emergency the
 * furthest counts, as on the lock, and no answer to a test that came with one hides it.
 */
export function shownAnswer(before: Given | null, came: readonly Given[]): Given | null {
  const newest = came.findLast(({ about }) => about !== null) ?? came.at(-1);
  if (newest === undefined) return null;
  const all = [...(before === null ? [] : [before]), ...came];
  const same = all.filter(({ about }) => about === newest.about);
  return same.reduce((a, b) => (order.indexOf(b.answer) < order.indexOf(a.answer) ? a : b));
}

/** Something that came from the guardian's phone; `at` is when the server got it, in epoch milliseconds. */
export interface Sign {
  readonly item: UpItem;
  readonly at: number;
}

/** How many arrivals, and emergencies that arrived, are remembered. */
const KEPT = 20;

/** The guardian with what came, which was read up to the place `after`; a reading that is older than the last changes nothing. */
export function withSigns(
  before: LinkedGuardian,
  signs: readonly Sign[],
  { after, now }: { readonly after: number; readonly now: number },
): LinkedGuardian {
  if (after <= before.after) return before;
  const items = signs.map(({ item }) => item);
  const answers = items.filter((item) => item.kind === "answer");
  const answer = shownAnswer(before.lastAnswer ?? null, answers);
  const arrived = items.flatMap((item) => (item.kind === "arrived" ? [item.seq] : []));
  const all = new Set([...(before.arrived ?? []), ...arrived]);
  const about = items.flatMap((item) => item.about ?? []);
  const reached = new Set([...(before.reached ?? []), ...about]);
  const times = signs.map(({ at }) => at);
  return {
    ...before,
    after,
    ...(arrived.length > 0 && { arrived: [...all].slice(-KEPT) }),
    ...(about.length > 0 && { reached: [...reached].slice(-KEPT) }),
    ...(times.length > 0 && { aliveAt: Math.max(before.aliveAt ?? 0, ...times) }),
    ...(answer !== null && {
      lastAnswer: { answer: answer.answer, about: answer.about, at: now },
    }),
  };
}

/** Whether so much time has passed; a clock that was set back tells nothing, and is not waited for. */
const hasPassed = (since: number, ms: number, now: number) => Math.abs(now - since) >= ms;

/** Whether to look for what the guardian's phone has said, although nobody asks. */
export function isLookDue(
  { lookedAt, linkedAt }: Pick<LinkedGuardian, "lookedAt" | "linkedAt">,
  now: number,
): boolean {
  return hasPassed(lookedAt ?? linkedAt, guardianLimits.lookEveryMs, now);
}

/** Whether the weekly check is to be sent: to a phone that takes notifications, and that got nothing else to check it. */
export function isHeartbeatDue(
  {
    linkedAt,
    testedAt,
    heartbeatAt,
    isHeartbeatOff,
  }: Pick<LinkedGuardian, "linkedAt" | "testedAt" | "heartbeatAt" | "isHeartbeatOff">,
  push: WatchPushState,
  now: number,
): boolean {
  const last = Math.max(linkedAt, testedAt ?? 0, heartbeatAt ?? 0);
  const isWanted = isHeartbeatOff !== true && push === "works";
  return isWanted && hasPassed(last, guardianLimits.heartbeatEveryMs, now);
}
