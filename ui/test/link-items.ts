/** Items of a link: what a guardian's page got of one emergency, and what a phone sends, made by chance. */
import type { DownItem } from "#seal/items.ts";
import type { ReceivedItem } from "#sync/story.ts";

/** A minute in milliseconds. */
export const MINUTE = 60_000;
/** When the first item came. */
export const START = Date.UTC(2026, 10, 22, 20, 0);
/** A place, and how old it was. */
export const where = { latitude: -33.86882, longitude: 151.20929, accuracy: 12, ageMs: 4_000 };

/** What a test says of an item. */
export type Given = Partial<DownItem> & { kind: DownItem["kind"] };

/** Items of one emergency, a minute apart, written when they came. */
export function came(...items: readonly Given[]): ReceivedItem[] {
  return items.map((item, seq) => {
    const at = START + seq * MINUTE;
    const rest = { emergency: "a", at, isDrill: false, place: null, level: 0.04, dueAt: at };
    const isAlone = item.kind === "test" || item.kind === "unlinked";
    return { seq, at, item: { ...(isAlone ? { at } : rest), ...item } as DownItem };
  });
}

/** An alarm without a place. */
export const alarm = { kind: "alarm" } as const;
/** A place alone. */
export const place = { kind: "place", place: where } as const;

// What comes often stands twice.
const kinds = ["alarm", "alarm", "place", "place", "battery", "opened-with-public-code", "ended"];
const anywhere = { latitude: 1, longitude: 2, accuracy: 3, ageMs: 0 };

/** At least two items of two emergencies, a drill, a session and tests, in the order of sending, one a second. */
export function sentItems(random: () => number, most: number) {
  const pick = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)] as T;
  return Array.from({ length: 2 + Math.floor(random() * (most - 1)) }, (_, seq) => {
    const at = 1_000 * seq;
    const all = { at, place: anywhere, level: 0.04, dueAt: at, isDrill: false };
    const move = random();
    const what = () => {
      if (move < 0.1) return { kind: "test" };
      if (move < 0.2) return { ...all, kind: pick(kinds), emergency: "d", isDrill: true };
      if (move < 0.3) return { ...all, kind: pick(["overdue", "ended"]), emergency: "s" };
      return { ...all, kind: pick(kinds), emergency: pick(["a", "b"]) };
    };
    return { seq, at, item: { at, ...what() } as DownItem };
  });
}
