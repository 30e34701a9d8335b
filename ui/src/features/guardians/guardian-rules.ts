/** What the settings say of a linked guardian. Pure. */

import { guardianLimits } from "#content/guardian-limits.ts";
import { dayText, dayTimeText } from "#content/local-dates.ts";
import type { WatchPushState } from "#wire/api.ts";

/** What the server says of a link, as far as the settings show it; times are Unix seconds. */
export interface Known {
  readonly state: "open" | "claimed" | "ended";
  readonly owned: {
    readonly push: WatchPushState;
    readonly brokenSince: number | null;
    readonly pushedSeq: number | null;
  } | null;
}

/** Why a link is of no use. */
export type Lost = "gone" | "expired" | "spoiled";

/** What was found out about a link: what the server says, or that the link is of no use. */
export type Found = Known | Lost | null;

/** The state of a link in a few words; `answeredAt` is the time of the last answer, in epoch milliseconds as `now`. */
export function stateText({ state, owned }: Known, answeredAt: number | null, now: number): string {
  // The server ends a link that nobody uses, too, and does not say which it was.
  if (state === "ended") return "Ended by the guardian, or not used for over a year.";
  if (owned === null) return "Linked.";
  if (owned.push === "works") {
    return answeredAt === null
      ? "Accepts notifications. No answer yet."
      : `Answers: last on ${dayTimeText(answeredAt, now)}.`;
  }
  if (owned.push === "none") return "Page only, no notifications.";
  if (owned.push === "unreachable") {
    const since =
      owned.brokenSince === null ? "" : ` since ${dayTimeText(owned.brokenSince * 1000, now)}`;
    return `Not reachable${since}: the phone's notification service refuses what our server sends. It is tried again.`;
  }
  return owned.brokenSince === null
    ? "Link broken: notifications do not arrive."
    : `Link broken since ${dayTimeText(owned.brokenSince * 1000, now)}: notifications do not arrive.`;
}

/** The state of a link over which the server takes nothing, since a time in epoch milliseconds. */
export function refusedText(since: number, now: number): string {
  return `Link broken since ${dayTimeText(since, now)}: the server refuses what this phone sends.`;
}

/** What mends a link that does not work. */
export function cureText(name: string, isRefused: boolean): string {
  return isRefused
    ? `${name} is not alerted over this link. Text messages and calls still work. Unlink ${name} and link them again.`
    : `Ask ${name} to open their page and to allow notifications there, or link them again.`;
}

/** Whether the person must do something before this guardian is of use again. */
export function needsCare({ state, owned }: Known): boolean {
  return state === "ended" || owned?.push === "broken" || owned?.push === "unreachable";
}

/** How far a clock may be ahead of this phone's, in milliseconds. */
const AHEAD_MS = 86_400_000;

/** Whether something is older than `ms`; a time to come is from a clock that was set back since, and tells no age. */
function isOlder(at: number, ms: number, now: number): boolean {
  return now - at > ms || at - now > AHEAD_MS;
}

/** Whether to propose a test message: the last one, or the link, is older than a month. */
export function isTestDue(
  { testedAt, linkedAt }: { readonly testedAt: number | null; readonly linkedAt: number },
  now: number,
): boolean {
  return isOlder(testedAt ?? linkedAt, guardianLimits.testAfterMs, now);
}

/** How far an item got: stored on the server, taken by the push service, on the guardian's phone. Seen is what is answered. */
export function reachOf(
  sent: number,
  known: Known | null,
  arrived: readonly number[],
): "stored" | "taken" | "arrived" {
  if (arrived.includes(sent)) return "arrived";
  const pushed = known?.owned?.pushedSeq ?? null;
  return pushed !== null && sent <= pushed ? "taken" : "stored";
}

/** What became of the test message with the number `sent`. */
export function testText(
  sent: number,
  known: Known | null,
  {
    name,
    arrived = [],
  }: { readonly name: string; readonly arrived?: readonly number[] | undefined },
): string {
  const texts = {
    stored: `Stored for ${name}. It appears when ${name}'s page is open.`,
    taken: `Taken by the push service for ${name}'s phone. That is no proof that it arrives.`,
    arrived: `On ${name}'s phone.`,
  };
  return `${texts[reachOf(sent, known, arrived)]} When ${name} answers, it shows here.`;
}

/** When something last came from the guardian's phone. */
export function aliveText(name: string, aliveAt: number | undefined, now: number): string {
  if (aliveAt === undefined) return `Nothing has come from ${name}'s phone yet.`;
  const day = dayText(aliveAt, now, { weekday: "long", day: "numeric", month: "long" });
  return `${name}'s phone was last alive on ${day}.`;
}

/** Whether nothing came for so long that the phone may not be reached any more. */
export function isSilent(
  { aliveAt, linkedAt }: { readonly aliveAt?: number | undefined; readonly linkedAt: number },
  now: number,
): boolean {
  return isOlder(aliveAt ?? linkedAt, guardianLimits.silentAfterMs, now);
}

/** What the list of settings says of one guardian. */
export interface GuardianLine {
  readonly text: string;
  /** Whether the person must do something before this guardian is of use. */
  readonly isBad: boolean;
}

/** What is kept of a guardian, as far as the list says it; times are epoch milliseconds. */
type Listed =
  | { readonly state: "waiting"; readonly name: string }
  | {
      readonly state: "linked";
      readonly name: string;
      readonly isCompared: boolean;
      readonly refusedSince?: number | null | undefined;
      readonly aliveAt?: number | undefined;
      readonly endedAt?: number | undefined;
      readonly linkedAt: number;
    };

/** The days between two moments by this device's calendar, whose days are not all as long. */
function daysBetween(at: number, now: number): number {
  const start = (of: number) => new Date(of).setHours(0, 0, 0, 0);
  return Math.round((start(now) - start(at)) / 86_400_000);
}

/** When the phone was last alive, in two or three words. */
function lastAlive(at: number, now: number): string {
  const days = daysBetween(at, now);
  if (days === 0) return "alive today";
  if (days === 1) return "alive yesterday";
  return `last alive ${dayText(at, now)}`;
}

/** What the list knows of a link beside what is kept. */
export interface ListFound {
  /** What the server last said of it, which may be older than the question that is asked now. */
  readonly last: Found;
  /** Whether the server could not be asked. */
  readonly isCutOff: boolean;
}

/** One guardian in a few words. Trouble stays until an answer says otherwise, and nothing is said of a link as if it were checked. */
export function guardianLine(guardian: Listed, found: ListFound, now: number): GuardianLine {
  const { last, isCutOff } = found;
  const say = (words: string, isBad = false) => ({ text: `${guardian.name}, ${words}`, isBad });
  const sayNow = (words: string, isBad = false) =>
    say(isCutOff ? `${words}, not checked` : words, isBad);
  const isOver = guardian.state === "linked" && guardian.endedAt !== undefined;
  if (isOver) return say("link has ended", true);
  if (last === "expired") return sayNow("link has expired", true);
  if (last === "gone" || last === "spoiled") return sayNow("link broken", true);
  if (last?.state === "ended") return say("link has ended", true);
  if (guardian.state === "waiting") return sayNow("has not opened the link yet");
  if ((guardian.refusedSince ?? null) !== null) return sayNow("link broken", true);
  if (last?.owned?.push === "unreachable") return sayNow("not reachable", true);
  if (last?.owned?.push === "broken") return sayNow("link broken", true);
  if (!guardian.isCompared) return sayNow("digits not compared", true);
  const isQuiet = isSilent(guardian, now);
  if (guardian.aliveAt === undefined) return sayNow("no sign of life yet", isQuiet);
  return sayNow(lastAlive(guardian.aliveAt, now), isQuiet);
}
