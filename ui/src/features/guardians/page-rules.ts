/** What a guardian's page shows, as far as this phone knows: the story of what the server has for it. Pure. */

import { guardianLimits } from "#content/guardian-limits.ts";
import { dayTimeText } from "#content/local-dates.ts";
import { elapsed, type Moment } from "#content/time.ts";
import type { DownItem } from "#seal/items.ts";
import {
  goingOn,
  isDanger,
  type ReceivedItem,
  type Situation,
  type Story,
  storyOf,
} from "#sync/story.ts";
import { type Known, reachOf } from "./guardian-rules.ts";

/** An item for a guardian that the server is not known to have; its number, where it has one. */
interface Waiting {
  readonly guardian: string;
  readonly item: DownItem;
  readonly sealed: { readonly seq: number } | null;
}

/** An item that the server has. */
interface Told {
  readonly guardian: string;
  readonly item: DownItem;
  /** -1 where the number is not known. */
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A session, as far as it says what the server may have sent. */
interface Session {
  readonly id: string;
  readonly clock: { readonly server: number; readonly at: Moment } | null;
  readonly timers: readonly {
    readonly guardian: string;
    readonly held: { readonly alertAt: number; readonly hasFired: boolean } | null;
  }[];
}

/** What the line of one guardian is made of; rows of other guardians count for nothing. */
export interface PageFacts {
  readonly guardian: {
    readonly id: string;
    readonly name: string;
    /** The numbers of items that the guardian's phone said it has, and the emergencies of which it has something. */
    readonly arrived?: readonly number[] | undefined;
    readonly reached?: readonly string[] | undefined;
  };
  /** What the server says of the link; null while that is not known. */
  readonly known: Known | null;
  readonly told: readonly Told[];
  /** What is still to be sent. */
  readonly waiting: readonly Waiting[];
  readonly session: Session | null;
  readonly now: Moment;
}

/** What the page says, to the person whom it is about. */
const words: Readonly<Record<Situation, string>> = {
  calm: "no emergency",
  test: "a test message",
  alarm: "you started an emergency",
  overdue: "you did not end a session in time",
  "public-code": "your phone was opened with the public code, treat as danger",
  ended: "ended with your own PIN",
};

const situationText = ({ situation, isDrill }: Story) =>
  `${isDrill ? "drill, " : ""}${words[situation]}`;

function storyText(story: Story, now: number): string {
  const time = story.since === null ? "" : `, ${dayTimeText(story.since.at, now)}`;
  return `${situationText(story)}${time}`;
}

/**
 * Whether the guardian's phone itself said that it has this. Anything of an emergency makes its page say that the emergency
 * has started.
 */
function hasArrived({ seq, item }: ReceivedItem, { guardian }: PageFacts): boolean {
  const isBeginning = item.kind === "alarm" || item.kind === "overdue";
  const isNamed = isBeginning && (guardian.reached ?? []).includes(item.emergency);
  return isNamed || (guardian.arrived ?? []).includes(seq);
}

/** How sure it is that the page has what the story tells, in a sentence. */
function reachText(telling: ReceivedItem, facts: PageFacts): string {
  const { guardian, known, now } = facts;
  const { seq } = telling;
  if (hasArrived(telling, facts)) return "What ended before is not known to have arrived.";
  const isTaken = seq >= 0 && reachOf(seq, known, []) === "taken";
  if (now.wall - telling.at > guardianLimits.serverKeepsMs) {
    return "It is not known to have arrived, and our server keeps it for three days only.";
  }
  return isTaken
    ? `Taken by the push service for ${guardian.name}'s phone. That is no proof that it arrives.`
    : "Stored on our server. It is not known to have arrived.";
}

function sentText(rows: readonly ReceivedItem[], facts: PageFacts): string {
  const { guardian, now } = facts;
  const { name } = guardian;
  const story = storyOf(rows);
  const { telling } = story;
  if (telling === null) return `No emergency is noted as sent to ${name}'s page.`;
  const before = storyOf(rows.filter((row) => hasArrived(row, facts)));
  // What ended something worse may be all that did not arrive.
  if (before.telling === telling) return `${name}'s page shows: ${storyText(story, now.wall)}.`;
  const shown = isDanger(before) ? ` Until then it shows: ${storyText(before, now.wall)}.` : "";
  return `Sent for ${name}'s page: ${storyText(story, now.wall)}. ${reachText(telling, facts)}${shown}`;
}

/** Whether an item is on the guardian's phone, although the server's answer about it was lost. */
const isThere = ({ sealed }: Waiting, { arrived = [] }: PageFacts["guardian"]): boolean =>
  sealed !== null && arrived.includes(sealed.seq);

/** What the page will show when what waits has reached the server; empty where that is the same. */
function waitingText(rows: readonly ReceivedItem[], { guardian, waiting, now }: PageFacts): string {
  const mine = waiting.filter((row) => row.guardian === guardian.id && !isThere(row, guardian));
  const later = mine.map(({ item }) => ({ seq: Number.MAX_SAFE_INTEGER, at: now.wall, item }));
  const next = storyOf([...rows, ...later]);
  if (next.telling === storyOf(rows).telling) return "";
  return ` On its way, and not confirmed by our server: ${situationText(next)}.`;
}

/** What is said of a session whose time has passed, where nobody knows whether the server has alerted; else empty. */
function sessionText({ guardian: { id, name }, session, now }: PageFacts): string {
  const held = session?.timers.find(({ guardian }) => guardian === id)?.held;
  if (!held || held.hasFired || !session?.clock) return "";
  const { server, at } = session.clock;
  const isPassed = server + elapsed(at, now) >= held.alertAt;
  return isPassed ? ` A session's time has passed: whether ${name} was alerted is not known.` : "";
}

/** What the server has for the guardian, as far as this phone knows. */
function rowsOf({ guardian: of, told, waiting, now }: PageFacts) {
  const there = waiting.filter((row) => isThere(row, of));
  const answered = there.map((row) => ({ ...row, seq: row.sealed?.seq ?? -1, at: now.wall }));
  return [...told, ...answered].filter(({ guardian }) => guardian === of.id);
}

/**
 * The names of what the page shows as going on although it is over on this phone: of a session that the public code seemed to
 * end, and of an emergency whose end was never sent, nothing else tells the guardian. The session of this phone tells its own end.
 */
export function leftOpen(facts: PageFacts): readonly string[] {
  const { guardian: of, waiting, session } = facts;
  const isEnding = (name: string) =>
    waiting.some(
      ({ guardian, item }) =>
        guardian === of.id && item.kind === "ended" && item.emergency === name,
    );
  return goingOn(rowsOf(facts)).filter((name) => name !== session?.id && !isEnding(name));
}

/**
 * What waits for a guardian and ends something that they have heard of, as far as this phone knows: of what was tried they may have, although
 * no answer came.
 */
export function endsFor<T extends Waiting>(
  guardian: string,
  { told, waiting }: { readonly told: readonly Told[]; readonly waiting: readonly T[] },
): readonly T[] {
  const tried = waiting.filter(({ item, sealed }) => sealed !== null && item.kind !== "ended");
  const heard = [...told, ...tried].flatMap((row) =>
    row.guardian === guardian && "emergency" in row.item ? row.item.emergency : [],
  );
  return waiting.filter(
    (row) =>
      row.guardian === guardian && row.item.kind === "ended" && heard.includes(row.item.emergency),
  );
}

/** What a guardian's page shows, never more certain than it is. */
export function pageText(facts: PageFacts): string {
  const rows = rowsOf(facts);
  return `${sentText(rows, facts)}${waitingText(rows, facts)}${sessionText(facts)}`;
}
