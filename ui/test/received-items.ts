/** What a guardian's page got of one emergency. */
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
