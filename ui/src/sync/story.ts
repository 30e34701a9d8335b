/**
 * What is going on with a person, from everything that came from their phone. The guardian's page and its notifications show
 * this one answer. Of two truths the worse one wins. Pure.
 */
import { asksForHelp, type DownItem, isDrill, type Place } from "#seal/items.ts";

/** An item with the server's times of it, in epoch milliseconds by the server's clock. */
export interface ReceivedItem {
  readonly seq: number;
  /** When the server sent it. */
  readonly at: number;
  /** When the server got it, where that was earlier: what was left with it for a session that ran out. */
  readonly gotAt?: number | undefined;
  readonly item: DownItem;
}

/** What is going on. */
export type Situation =
  | "calm"
  /** The newest news is a test message. */
  | "test"
  /** An emergency is on. */
  | "alarm"
  /** A session was not ended in time. */
  | "overdue"
  /** The demo PIN was typed: the phone looks unlocked, and the emergency goes on. */
  | "public-code"
  /** Ended with the own PIN. */
  | "ended";

/** A time by the server's clock, and by the phone's own one where that says something else. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Null where both agree. */
  readonly byPhone: number | null;
}

/** A place with the time at which the phone was there, at the latest. */
export interface TrailPoint extends Moment {
  readonly place: Place;
  /** Whether the phone did not know how old the place was. */
  readonly isAgeUnknown: boolean;
}

/** Everything that is said of one person. */
export interface Story<T extends ReceivedItem = ReceivedItem> {
  readonly situation: Situation;
  /** True for a TEST EMERGENCY. */
  readonly isDrill: boolean;
  /**
   * The emergency that an answer is about, or null: of those that are on the newest that an alarm began, because a phone in an
   * emergency hears answers about nothing else.
   */
  readonly emergency: string | null;
  /** When the situation began; null when nothing came. */
  readonly since: Moment | null;
  /** When the emergency began; null where there is none. */
  readonly startedAt: Moment | null;
  /** Whether an alarm of it came, or what only follows one. The public code that seemed to end a session tells of none. */
  readonly hasAlarm: boolean;
  /** When something last came from the phone, by the server's clock; null when nothing did. */
  readonly lastHeard: number | null;
  /** The places of the emergencies that are on, or else of the shown one; the newest last. */
  readonly trail: readonly TrailPoint[];
  /** The battery's last level, 0 to 1, when it was low. */
  readonly battery: number | null;
  /** What came that says all this; null when nothing did. */
  readonly telling: T | null;
  /** What asks for help besides: later in the same emergency, or in another one that is on. */
  readonly asking: readonly T[];
}

type OfEmergency = Extract<DownItem, { readonly emergency: string }>;

/** Whether an item is of an emergency. */
const isOfEmergency = (item: DownItem): item is OfEmergency => "emergency" in item;

/** How far the phone's clock and the server's may be apart before both are said, in milliseconds. */
const APART_MS = 120_000;

/**
 * When an item came, and when the phone says that it was written, `ageMs` before which is meant. A phone sends later what it
 * could not send at once, and its clock may be wrong: nobody can tell which.
 */
export function momentOf({ at, gotAt, item }: ReceivedItem, ageMs = 0): Moment {
  // A server that did not note when a session's item was left with it: only the phone's clock says so.
  const isUnknown = item.kind === "overdue" && gotAt === undefined;
  if (isUnknown) return { at: Math.min(at, item.at) - ageMs, byPhone: null };
  const got = gotAt ?? at;
  const isApart = Math.abs(got - item.at) > APART_MS;
  return { at: got - ageMs, byPhone: isApart ? item.at - ageMs : null };
}

/** When an item happened: of a session that ran out, when the server sent it. */
export const happened = (came: ReceivedItem): Moment =>
  came.item.kind === "overdue" ? { at: came.at, byPhone: null } : momentOf(came);

/**
 * The places in the order in which the phone wrote them, as their numbers tell, and none later than the next: what waited for a
 * connection counts from its receipt, and would seem newer than it is.
 */
function trailOf(items: readonly ReceivedItem[]): readonly TrailPoint[] {
  let next = Number.POSITIVE_INFINITY;
  const newestFirst = [...items].sort((a, b) => b.seq - a.seq);
  const points = newestFirst.flatMap((came): TrailPoint[] => {
    const place = "place" in came.item ? came.item.place : null;
    if (place === null) return [];
    const moment = momentOf(came, place.ageMs ?? 0);
    next = Math.min(next, moment.at);
    return [{ ...moment, at: next, place, isAgeUnknown: place.ageMs === null }];
  });
  return points.reverse();
}

const situations: Partial<Record<DownItem["kind"], Situation>> = {
  overdue: "overdue",
  "opened-with-public-code": "public-code",
  ended: "ended",
  test: "test",
};

/** What a session never sends. */
const ofAlarm: readonly DownItem["kind"][] = ["alarm", "place", "battery"];

const situationOf = ({ item }: ReceivedItem): Situation => situations[item.kind] ?? "alarm";

/** The items of one emergency, with the one that says what is going on in it, and its place in the order. */
interface Emergency<T> {
  readonly name: string;
  readonly isDrill: boolean;
  readonly items: readonly T[];
  readonly telling: T;
  readonly last: number;
  /** The number of the newest item that no session sends; where there is none a negative one, that grows in the order. */
  readonly rank: number;
}

/** The newest item of a kind. */
const lastOf = <T extends ReceivedItem>(items: readonly T[], kind: DownItem["kind"]) =>
  items.findLast(({ item }) => item.kind === kind);

/** The item that says what is going on: the end of an emergency outweighs all of it, the public code its beginning. */
const tellingOf = <T extends ReceivedItem>(of: readonly [T, ...T[]]): T =>
  lastOf(of, "ended") ??
  lastOf(of, "opened-with-public-code") ??
  lastOf(of, "alarm") ??
  lastOf(of, "overdue") ??
  of[0];

/** The emergencies, in the order of their beginnings. Items of a drill are never those of an emergency with its name. */
function emergenciesOf<T extends ReceivedItem>(items: readonly T[]): readonly Emergency<T>[] {
  const of = new Map<string, [T, ...T[]]>();
  for (const came of items) {
    if (!isOfEmergency(came.item)) continue;
    const key = `${came.item.isDrill} ${came.item.emergency}`;
    const known = of.get(key);
    if (known === undefined) of.set(key, [came]);
    else known.push(came);
  }
  return [...of.values()].map((own) => {
    const telling = tellingOf(own);
    const { item } = own[0];
    const name = isOfEmergency(item) ? item.emergency : "";
    const alarms = own.flatMap(({ seq, item: one }) => (ofAlarm.includes(one.kind) ? seq : []));
    const rank = Math.max(items.indexOf(own[0]) - items.length, ...alarms);
    const last = items.indexOf(telling);
    return { name, isDrill: isDrill(item), items: own, telling, last, rank };
  });
}

/** How bad what is going on is; nothing of an emergency that has ended, or of a drill, is. */
const badness: Partial<Record<Situation, number>> = { overdue: 1, alarm: 2, "public-code": 3 };
const isOn = <T extends ReceivedItem>({ isDrill: drill, telling }: Emergency<T>) =>
  !drill && telling.item.kind !== "ended";
const badnessOf = <T extends ReceivedItem>(one: Emergency<T>) =>
  (isOn(one) && badness[situationOf(one.telling)]) || 0;

/** The names of the emergencies that go on; no drill is one. */
export const goingOn = (items: readonly ReceivedItem[]): readonly string[] =>
  emergenciesOf(items).flatMap((one) => (isOn(one) ? one.name : []));

/** The number of the newest item of an emergency, which an answer tells; undefined where there is none. */
export function newestSeq(
  items: readonly ReceivedItem[],
  emergency: string | null,
): number | undefined {
  const own = items.filter(({ item }) => isOfEmergency(item) && item.emergency === emergency);
  return own.length === 0 ? undefined : Math.max(...own.map(({ seq }) => seq));
}

/** Whether an item was written after another one of its emergency, in whatever order they came. */
const isLater = (a: ReceivedItem, b: ReceivedItem) => a.seq > b.seq || a.item.at > b.item.at;

/** What asks for help besides `telling`. */
function askingOf<T extends ReceivedItem>(on: readonly Emergency<T>[], telling: T): readonly T[] {
  return on.flatMap((one) =>
    one.items.filter(
      (came) =>
        asksForHelp(came.item) &&
        came !== telling &&
        (one.telling !== telling || isLater(came, telling)),
    ),
  );
}

/** The story that the items tell, which are in the order in which the server got them. */
export function storyOf<T extends ReceivedItem>(items: readonly T[]): Story<T> {
  const heard = items.map((came) => (came.item.kind === "overdue" ? momentOf(came).at : came.at));
  const all = emergenciesOf(items);
  const on = all.filter(isOn);
  const test = lastOf(items, "test");
  const shown = [...all].sort((a, b) => badnessOf(b) - badnessOf(a) || b.last - a.last)[0];
  const isOver = shown === undefined || shown.telling.item.kind === "ended";
  const common = { lastHeard: heard.length === 0 ? null : Math.max(...heard), trail: [] };
  const besides = { startedAt: null, hasAlarm: false, battery: null, asking: [] };
  const nothing = { isDrill: false, emergency: null, ...besides, ...common };
  if (test !== undefined && isOver && items.indexOf(test) > (shown?.last ?? -1)) {
    return { ...nothing, situation: "test", since: happened(test), telling: test };
  }
  if (shown === undefined) {
    const end = lastOf(items, "unlinked") ?? null;
    return { ...nothing, situation: "calm", since: null, telling: end };
  }
  const told = on.length > 0 ? on : [shown];
  const of = told.flatMap((one) => one.items);
  const low = lastOf(of, "battery")?.item;
  const { telling } = shown;
  return {
    situation: situationOf(telling),
    isDrill: shown.isDrill,
    emergency: told.reduce((a, b) => (b.rank > a.rank ? b : a)).name,
    since: happened(telling),
    startedAt: happened(shown.items[0] as T),
    hasAlarm: shown.rank >= 0,
    ...common,
    trail: trailOf(of),
    battery: low?.kind === "battery" ? low.level : null,
    telling,
    asking: askingOf(on, telling),
  };
}

/** Whether somebody may need help now. */
export function isDanger({ situation, isDrill: drill }: Pick<Story, "situation" | "isDrill">) {
  return !drill && badness[situation] !== undefined;
}
