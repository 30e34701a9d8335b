/** Claims about what waits for guardians, and how old it is when it is sent. */
import { expect, test } from "vitest";
import type { DownItem } from "#seal/items.ts";
import { fakeClock } from "#test/fake-clock.ts";
import { itemAt } from "./guardian-outbox.ts";
import { withItem } from "./outbox-rules.ts";

const place = { latitude: 1, longitude: 2, accuracy: 12, ageMs: 10_000 };

/** A row with an item that is queued now. */
function queued(clock: ReturnType<typeof fakeClock>, kind: "place" | "alarm" = "place") {
  const item: DownItem = {
    ...{ kind, emergency: "e", isDrill: false },
    ...{ at: clock.wallTime(), place },
  };
  const to = { guardians: [{ id: "a" }], idFor: () => "row", madeAt: clock.moment() };
  const [row] = withItem([], item, to);
  if (row === undefined) throw new Error("Nothing is queued.");
  return row;
}

test("a place that waited while the phone slept is sent as old as it is", async () => {
  const clock = fakeClock();
  const row = queued(clock);
  await clock.advance(60_000);
  clock.sleep(3_000_000);
  const sent = { at: clock.wallTime(), place: { ...place, ageMs: 3_070_000 } };
  expect(itemAt(row, clock.moment())).toMatchObject(sent);
  // As an earlier release stored it.
  const { madeAt: _, ...earlier } = row;
  expect(itemAt(earlier, clock.moment())).toMatchObject(sent);
});

test("a place whose clock was set back while it waited is of unknown age", async () => {
  const clock = fakeClock();
  const row = queued(clock);
  await clock.advance(600_000);
  clock.changeWallTime(-590_000);
  expect(itemAt(row, clock.moment())).toMatchObject({ place: { ageMs: null } });
});

test("an alarm that waited says when it was raised", async () => {
  const clock = fakeClock();
  const row = queued(clock, "alarm");
  await clock.advance(600_000);
  expect(itemAt(row, clock.moment())).toEqual(row.item);
});
