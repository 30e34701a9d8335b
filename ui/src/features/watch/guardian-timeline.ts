/** The guardian's page in words: the history, ages and times. What is going on is in `#sync/story.ts`. Pure. */
import { clockText } from "#content/local-dates.ts";
import { type DownItem, isDrill, type Place } from "#seal/items.ts";
import {
  happened,
  isDanger,
  type Moment,
  momentOf,
  type ReceivedItem,
  type Story,
  storyOf,
} from "#sync/story.ts";

/** What is known of a person. */
interface Known {
  readonly items: readonly ReceivedItem[];
  /** Set where something was sent that nobody can read any more. */
  readonly lost?: object | undefined;
}

/** Whether somebody may need help, as the title and the order of the people show it: also after the link has ended. */
export const isInNeed = ({ items, lost }: Known): boolean =>
  lost !== undefined || isDanger(storyOf(items));

/** When help was asked for again, after the situation began; null where it was not. */
export function askedAgain({ asking, since }: Pick<Story, "asking" | "since">): Moment | null {
  const times = asking.map(happened).sort((a, b) => a.at - b.at);
  const last = times.at(-1);
  return last !== undefined && since !== null && last.at >= since.at ? last : null;
}

/** What asks for help now, as names that tell one alarm from another. */
export function alarmsOf(
  all: readonly { readonly id: string; readonly items: readonly ReceivedItem[] }[],
): readonly string[] {
  return all.flatMap(({ id, items }) => {
    const story = storyOf(items);
    if (!isDanger(story)) return [];
    const { telling, asking } = story;
    return [...(telling === null ? [] : [telling]), ...asking].map(({ seq }) => `${id} ${seq}`);
  });
}

/** What was answered. */
interface Given {
  readonly about: string | null;
  readonly seq?: number | undefined;
}

/** The last answer that still stands: none that was given before help was asked for again. */
export function standingAnswer<T extends Given>(
  answers: readonly T[],
  items: readonly ReceivedItem[],
  about: string | null,
): T | undefined {
  const alarms = items.filter(({ item }) => item.kind === "alarm" && item.emergency === about);
  const newest = alarms.length > 1 ? Math.max(...alarms.map(({ seq }) => seq)) : -1;
  return answers.findLast((given) => given.about === about && (given.seq ?? -1) >= newest);
}

/** One line of the history; places that follow each other are one line, and so are tests, one of which comes each week. */
export interface Line {
  readonly key: number;
  readonly text: string;
  readonly when: Moment;
  readonly isDrill: boolean;
}

function lineText(item: DownItem, name: string, count: number): string {
  switch (item.kind) {
    case "alarm":
      return item.place === null
        ? `${name} started an emergency. Place not known yet.`
        : `${name} started an emergency.`;
    case "place":
      return count === 1 ? "A place came." : `${count} places came.`;
    case "battery":
      return `Battery at ${Math.round(item.level * 100)} percent.`;
    case "ended":
      return `Ended with ${name}'s own PIN.`;
    case "opened-with-public-code":
      return "Opened with the public code: treat as danger.";
    case "overdue":
      return `${name} did not end a session in time.`;
    case "test":
      return count === 1 ? "Test message." : `${count} test messages.`;
    case "unlinked":
      return `${name} ended the link.`;
  }
}

/** What came, newest first. */
export function historyOf(items: readonly ReceivedItem[], name: string): readonly Line[] {
  const lines: Line[] = [];
  let [places, tests] = [0, 0];
  for (const came of items) {
    const { item, seq } = came;
    places = item.kind === "place" ? places + 1 : 0;
    tests = item.kind === "test" ? tests + 1 : 0;
    const text = lineText(item, name, places + tests);
    const line = { key: seq, text, when: momentOf(came), isDrill: isDrill(item) };
    if (places + tests > 1) lines.pop();
    lines.push(line);
  }
  return lines.reverse();
}

/** An age in words, for both a moment and a place. */
export function agoText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 10) return "just now";
  if (seconds < 60) return `${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${minutes % 60} min ago`;
  return `${Math.floor(hours / 24)} days ago`;
}

/** A time with its age, and what the phone's own clock says where that is something else. */
export function momentText({ at, byPhone }: Moment, now: number): string {
  const text = `${clockText(at, now)}, ${agoText(now - at)}`;
  return byPhone === null ? text : `${text} (by the phone's own clock: ${clockText(byPhone, now)})`;
}

/** Latitude and longitude in degrees, to about a metre. */
export function coordinatesText({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
