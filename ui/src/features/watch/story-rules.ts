/** The guardian's page in words: the history, ages and times. What is going on is in `#sync/story.ts`. Pure. */
import { type DownItem, isDrill, type Place } from "#seal/items.ts";
import { type Came, type Moment, momentOf } from "#sync/story.ts";

/** One line of the history; places that follow each other are one line. */
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
    const text = lineText(item, name, places);
    const line = { key: seq, text, when: momentOf(came), isDrill: isDrill(item) };
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

/** A time with its age, and what the phone's own clock says where that is something else. */
export function momentText({ at, byPhone }: Moment, now: number): string {
  const text = `${clockText(at, now)}, ${agoText(now - at)}`;
  return byPhone === null ? text : `${text} (by the phone's own clock: ${clockText(byPhone, now)})`;
}

/** Latitude and longitude in degrees, to about a metre. */
export function coordinatesText({ latitude, longitude }: Place): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
