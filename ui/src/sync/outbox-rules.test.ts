/** Claims about which items wait for guardians. */
import { expect, test } from "vitest";
import { alertLimits } from "#content/guardian-limits.ts";
import type { DownItem } from "#seal/items.ts";
import type { OutboxRow } from "#store/guardians/guardian-outbox.ts";
import { withItem } from "./outbox-rules.ts";

const none: readonly OutboxRow[] = [];

/** An item of the emergency `e` or another one, made at this time. */
const item = (kind: "alarm" | "place" | "opened-with-public-code", at: number, emergency = "e") =>
  ({ kind, emergency, isDrill: false, at, place: null }) as DownItem;

/** The rows after one more item for these guardians. */
const queued = (rows: readonly OutboxRow[], one: DownItem, guardians = ["ben"]) =>
  withItem(rows, one, {
    guardians: guardians.map((id) => ({ id })),
    idFor: (guardian) => `${guardian} ${one.at}`,
  });

const timesOf = (rows: readonly OutboxRow[]) => rows.map(({ item: { at } }) => at);

test("a newer place takes that of an older one which nobody has tried to send", () => {
  const rows = [item("place", 1), item("place", 2)].reduce((all, one) => queued(all, one), none);
  expect(timesOf(rows)).toEqual([2]);
});

test("a place that was tried, of another emergency or of another guardian waits beside a newer one", () => {
  const tried = queued(none, item("place", 1)).map((row) => ({
    ...row,
    sealed: { seq: 1, bytes: new Uint8Array() },
  }));
  const rows = queued(queued(tried, item("place", 2, "f")), item("place", 3), ["mia"]);
  expect(timesOf(queued(rows, item("place", 4)))).toEqual([3, 1, 2, 4]);
});

test("nothing but a place gives way to a place, and no place to anything else", () => {
  const items = [
    item("alarm", 1),
    item("place", 2),
    item("opened-with-public-code", 3),
    item("alarm", 4),
  ];
  const rows = items.reduce((all, one) => queued(all, one), none);
  expect(timesOf(rows)).toEqual([1, 2, 3, 4]);
  expect(timesOf(queued(rows, item("place", 5)))).toEqual([1, 3, 4, 5]);
});

test("of too many rows places are dropped, the oldest first, and no alarm ever", () => {
  const places = Array.from({ length: alertLimits.waitingItems }, (_, at) =>
    item("place", at, `${at}`),
  );
  const full = places.reduce((all, one) => queued(all, one), none);
  expect(timesOf(full)).toHaveLength(alertLimits.waitingItems);
  const rest = timesOf(full).slice(1);
  expect(timesOf(queued(full, item("alarm", 100)))).toEqual([...rest, 100]);
  const alarms = places
    .map(({ at }) => item("alarm", at))
    .reduce((all, one) => queued(all, one), none);
  expect(timesOf(queued(alarms, item("alarm", 100)))).toHaveLength(alertLimits.waitingItems + 1);
});

test("an item that is queued twice is one row for each guardian", () => {
  const once = queued(none, item("alarm", 1), ["ben", "mia"]);
  expect(queued(once, item("alarm", 1), ["ben", "mia"])).toEqual(once);
  expect(once.map(({ guardian }) => guardian)).toEqual(["ben", "mia"]);
});

test("all but a place wake the guardian's phone", () => {
  const rows = queued(queued(none, item("alarm", 1)), item("place", 2));
  expect(rows.map(({ wakes }) => wakes)).toEqual([true, false]);
});
