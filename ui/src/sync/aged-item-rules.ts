/** What waits for guardians grows older. Apart from the other rules, because the service worker needs this alone. Pure. */
import { elapsed, type Moment, wasSetBack } from "#content/time.ts";
import type { DownItem } from "#seal/items.ts";
import type { OutboxRow } from "#store/guardians/guardian-outbox.ts";

/**
 * What is sent of a row at `now`: a place grew older while it waited. Its item is written anew, because a guardian's page,
 * which does not know this phone's clock, counts from when an item was written.
 */
export function itemAt({ item, madeAt }: OutboxRow, now: Moment): DownItem {
  if (item.kind !== "place") return item;
  const from = madeAt ?? { wall: item.at, running: null };
  const { ageMs } = item.place;
  const isUnknown = ageMs === null || wasSetBack(from, now);
  const place = { ...item.place, ageMs: isUnknown ? null : ageMs + elapsed(from, now) };
  return { ...item, at: now.wall, place };
}
