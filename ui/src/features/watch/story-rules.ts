/** What came from a person's phone, as a guardian needs it: what is going on, where, and how long ago. Pure. */
import type { DownItem, Place } from "#seal/items.ts";

/** An item with the time at which the server got it, in epoch milliseconds by the server's clock. */
export interface Came {
  readonly seq: number;
  readonly at: number;
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

/** A place with the time at which the phone was there. */
export interface TrailPoint {
  readonly place: Place;
  /** Epoch milliseconds by the server's clock, as exactly as can be said. */
  readonly takenAt: number;
  /** Whether the phone did not know how old the place was. */
  readonly isAgeUnknown: boolean;
}

/** Everything that the guardian's page says of one person. */
export interface Story {
  readonly situation: Situation;
  /** True for a TEST EMERGENCY. */
  readonly isDrill: boolean;
  /** The emergency, or null. */
  readonly emergency: string | null;
  /** When the situation began, by the server's clock; null when nothing came. */
  readonly since: number | null;
  /** When the emergency began; null where there is none. */
  readonly startedAt: number | null;
  /** When something last came from the phone; null when nothing did. */
  readonly lastHeard: number | null;
  /** The places of the emergency, the newest last. */
  readonly trail: readonly TrailPoint[];
  /** The battery's last level, 0 to 1, when it was low. */
  readonly battery: number | null;
}

type OfEmergency = Extract<DownItem, { readonly emergency: string }>;

const isOfEmergency = (item: DownItem): item is OfEmergency => "emergency" in item;

/**
 * When an item was written, by the server's clock: its own time where that is plausible. A phone sends later what it could
 * not send at once, and a clock that is ahead says nothing.
 */
function writtenAt({ at, item }: Came): number {
  return Math.min(at, item.at);
}

/** When the phone was last heard of. The server itself sends what was left with it for a session that ran out. */
function heardAt(came: Came): number {
  return came.item.kind === "overdue" ? writtenAt(came) : came.at;
}

function pointOf(came: Came): TrailPoint[] {
  const { item } = came;
  const place = "place" in item ? item.place : null;
  if (place === null) return [];
  return [
    {
      place,
      takenAt: writtenAt(came) - (place.ageMs ?? 0),
      isAgeUnknown: place.ageMs === null,
    },
  ];
}

const situations: Partial<Record<DownItem["kind"], Situation>> = {
  alarm: "alarm",
  overdue: "overdue",
  "opened-with-public-code": "public-code",
  ended: "ended",
  test: "test",
};

/** The item that says what is going on: the end of an emergency outweighs all of it, the public code its beginning. */
function decisive(of: readonly Came[]): Came | undefined {
  const last = (kind: DownItem["kind"]) => of.findLast(({ item }) => item.kind === kind);
  return (
    last("ended") ?? last("opened-with-public-code") ?? last("alarm") ?? last("overdue") ?? of[0]
  );
}

/** The emergency that matters most: the newest, but no drill before a real one that has not ended. */
function currentOf(items: readonly Came[]): readonly Came[] {
  const of = (name: string) =>
    items.filter(({ item }) => isOfEmergency(item) && item.emergency === name);
  const newest = (fits: (item: OfEmergency) => boolean) => {
    const found = items.findLast(({ item }) => isOfEmergency(item) && fits(item))?.item;
    return found !== undefined && isOfEmergency(found) ? of(found.emergency) : [];
  };
  const real = newest(({ isDrill }) => !isDrill);
  const isOver = real.some(({ item }) => item.kind === "ended");
  return real.length > 0 && !isOver ? real : newest(() => true);
}

/** The story that the items tell, which are in the order in which the server got them. */
export function storyOf(items: readonly Came[]): Story {
  const newest = items.findLast(({ item }) => isOfEmergency(item) || item.kind === "test");
  const heard = items.map(heardAt);
  const lastHeard = heard.length === 0 ? null : Math.max(...heard);
  const calm: Story = {
    ...{ situation: "calm", isDrill: false, emergency: null, since: null, startedAt: null },
    ...{ lastHeard, trail: [], battery: null },
  };
  if (newest === undefined) return calm;
  // A test message in an emergency does not hide it.
  const of = currentOf(items);
  const current = of.at(-1)?.item;
  if (current === undefined || !isOfEmergency(current)) {
    return { ...calm, situation: "test", since: newest.at };
  }
  const deciding = decisive(of) ?? newest;
  const situation = situations[deciding.item.kind] ?? "alarm";
  if (situation === "ended" && newest.item.kind === "test") {
    return { ...calm, situation: "test", since: newest.at };
  }
  const low = of.map(({ item }) => item).findLast((item) => item.kind === "battery");
  return {
    situation,
    isDrill: current.isDrill,
    emergency: current.emergency,
    since: situation === "overdue" ? deciding.at : writtenAt(deciding),
    startedAt: Math.min(...of.map(writtenAt)),
    lastHeard,
    trail: of.flatMap(pointOf).sort((a, b) => a.takenAt - b.takenAt),
    battery: low?.level ?? null,
  };
}

/** One line of the history; places that follow each other are one line. */
export interface Line {
  readonly key: number;
  readonly text: string;
  /** Epoch milliseconds by the server's clock. */
  readonly at: number;
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
      return "Test message.";
    case "unlinked":
      return `${name} ended the link.`;
  }
}

/** What came, newest first. */
export function historyOf(items: readonly Came[], name: string): readonly Line[] {
  const lines: Line[] = [];
  let places = 0;
  for (const came of items) {
    const { item, seq } = came;
    places = item.kind === "place" ? places + 1 : 0;
    const isDrill = isOfEmergency(item) && item.isDrill;
    const line = { key: seq, text: lineText(item, name, places), at: writtenAt(came), isDrill };
    if (places > 1) lines[lines.length - 1] = line;
    else lines.push(line);
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

/** A time of day, with the day where it is another one than that of `now`; both epoch milliseconds. */
export function clockText(at: number, now: number): string {
  const [date, today] = [new Date(at), new Date(now)];
  const time = date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  if (date.toDateString() === today.toDateString()) return time;
  return `${date.toLocaleDateString([], { day: "numeric", month: "short" })}, ${time}`;
}

/** Latitude and longitude in degrees, to about a metre. */
export function coordinatesText({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

/** Whether somebody may need help now. */
export function isDanger({ situation, isDrill }: Story): boolean {
  return !isDrill && ["alarm", "overdue", "public-code"].includes(situation);
}
