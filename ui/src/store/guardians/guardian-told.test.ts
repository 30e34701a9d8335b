/** Claims about what is remembered of the items that a guardian was sent. */
import { expect, test } from "vitest";
import type { DownItem } from "#seal/items.ts";
import { storyOf } from "#sync/story.ts";
import { fractionsOf } from "#test/chance.ts";
import { sentItems } from "#test/link-items.ts";
import { type Told, withTold } from "./guardian-told.ts";

const place = { latitude: 1, longitude: 2, accuracy: 3, ageMs: 0 };

const storyOfTold = (rows: readonly Told[]) => {
  const { situation, isDrill, since } = storyOf(rows);
  return { situation, isDrill, since };
};

test.each(Array.from({ length: 200 }, (_, index) => index + 1))(
  "what is remembered tells the same story as all that was sent (sequence %d)",
  (seed) => {
    let kept: readonly Told[] = [];
    const all: Told[] = [];
    for (const sent of sentItems(fractionsOf(seed * 7_919), 41)) {
      const one = { guardian: "ben", ...sent };
      all.push(one);
      kept = withTold(kept, one);
      expect(storyOfTold(kept)).toEqual(storyOfTold(all));
    }
  },
);

const of = (seq: number, kind: DownItem["kind"], emergency = "a") =>
  ({
    ...{ guardian: "ben", seq, at: seq },
    item: { kind, emergency, at: seq, isDrill: false, place },
  }) as Told;

test("an hour of places is no row, and no place of an emergency is kept", () => {
  const rows = Array.from({ length: 360 }, (_, seq) => of(seq, seq === 0 ? "alarm" : "place"));
  const kept = rows.reduce<readonly Told[]>(withTold, []);
  expect(kept).toMatchObject([{ seq: 0, item: { kind: "alarm", place: null } }]);
  expect(withTold(kept, of(361, "place"))).toBe(kept);
});

test("of very many emergencies the newest are kept, and of none the beginning without its end", () => {
  const rows = Array.from({ length: 300 }, (_, index) =>
    of(index, index % 2 === 0 ? "alarm" : "ended", `e${Math.floor(index / 2)}`),
  );
  let kept: readonly Told[] = [];
  for (const row of rows) {
    kept = withTold(kept, row);
    expect(storyOfTold(kept).situation).toBe(row.item.kind === "ended" ? "ended" : "alarm");
  }
  expect(kept).toHaveLength(200);
});

test("guardians have rows of their own", () => {
  const kept = [of(1, "alarm"), { ...of(1, "alarm"), guardian: "ana" }].reduce<readonly Told[]>(
    withTold,
    [],
  );
  expect(kept.map(({ guardian }) => guardian)).toEqual(["ben", "ana"]);
});
