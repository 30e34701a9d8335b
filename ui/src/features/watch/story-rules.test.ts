/** Claims about what a guardian is told of what came. */
import { expect, test } from "vitest";
import type { DownItem } from "#seal/items.ts";
import {
  agoText,
  type Came,
  coordinatesText,
  historyOf,
  isDanger,
  type Situation,
  storyOf,
} from "./story-rules.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 10, 22, 20, 0);
const where = { latitude: -33.86882, longitude: 151.20929, accuracy: 12, ageMs: 4_000 };

/** Items of one emergency, a minute apart, written when they came. */
function came(...items: readonly (Partial<DownItem> & { kind: DownItem["kind"] })[]): Came[] {
  return items.map((item, seq) => {
    const at = START + seq * MINUTE;
    const rest = { emergency: "a", at, isDrill: false, place: null, level: 0.04, dueAt: at };
    const isAlone = item.kind === "test" || item.kind === "unlinked";
    return { seq, at, item: { ...(isAlone ? { at } : rest), ...item } as DownItem };
  });
}

const alarm = { kind: "alarm" } as const;
const place = { kind: "place", place: where } as const;

test.each<[string, Came[], Situation]>([
  ["nothing", [], "calm"],
  ["a test message", came({ kind: "test" }), "test"],
  ["an alarm", came(alarm), "alarm"],
  ["an alarm and places", came(alarm, place, place), "alarm"],
  ["places whose alarm is not here any more", came(place), "alarm"],
  ["a low battery", came(alarm, { kind: "battery" }), "alarm"],
  ["the public code", came(alarm, { kind: "opened-with-public-code" }, place), "public-code"],
  [
    "the public code, then the own PIN",
    came(alarm, { kind: "opened-with-public-code" }, { kind: "ended" }),
    "ended",
  ],
  ["the own PIN", came(alarm, { kind: "ended" }), "ended"],
  ["a place that was sent late, after the end", came(alarm, { kind: "ended" }, place), "ended"],
  ["a session that ran out", came({ kind: "overdue" }), "overdue"],
  ["an alarm in a session that ran out", came({ kind: "overdue" }, alarm), "alarm"],
  ["a test message in an emergency", came(alarm, { kind: "test" }), "alarm"],
  ["a test message after an emergency", came(alarm, { kind: "ended" }, { kind: "test" }), "test"],
  ["a second emergency", came(alarm, { kind: "ended" }, { ...alarm, emergency: "b" }), "alarm"],
  ["the end of the link", came({ kind: "unlinked" }), "calm"],
])("%s is told", (_what, items, situation) => {
  expect(storyOf(items).situation).toBe(situation);
});

test("a drill is never danger, and danger is none when it ended", () => {
  const drill = storyOf(came({ ...alarm, isDrill: true }));
  expect([drill.isDrill, isDanger(drill)]).toEqual([true, false]);
  expect(isDanger(storyOf(came(alarm)))).toBe(true);
  expect(isDanger(storyOf(came({ kind: "opened-with-public-code" })))).toBe(true);
  expect(isDanger(storyOf(came(alarm, { kind: "ended" })))).toBe(false);
});

const drill = { emergency: "d", isDrill: true } as const;
test.each(["alarm", "place", "battery", "ended", "opened-with-public-code", "overdue"] as const)(
  "an item of the kind '%s' in a drill is a drill, and no danger",
  (kind) => {
    const items = came({ ...drill, kind, place: where });
    const story = storyOf(items);
    expect([story.isDrill, isDanger(story)]).toEqual([true, false]);
    expect(historyOf(items, "Ana")).toMatchObject([{ isDrill: true }]);
  },
);

test("a drill does not hide an emergency that goes on, and is shown after its end", () => {
  const overdue = { kind: "overdue" } as const;
  expect(storyOf(came(overdue, { ...alarm, ...drill }))).toMatchObject({ situation: "overdue" });
  const ended = came(overdue, { kind: "ended" }, { ...alarm, ...drill });
  expect(storyOf(ended)).toMatchObject({ situation: "alarm", isDrill: true });
});

test("a place is as old as it was when it was written, however late it arrives", () => {
  const [item] = came({ kind: "place", place: where });
  if (item === undefined) throw new Error("No item");
  const late: Came = { ...item, at: item.at + 30 * MINUTE };
  expect(storyOf([late]).trail[0]).toMatchObject({ takenAt: START - 4_000, isAgeUnknown: false });
});

test("a phone whose clock is ahead makes no place younger than its arrival", () => {
  const [item] = came({ kind: "place", place: where, at: START + 90 * MINUTE });
  if (item === undefined) throw new Error("No item");
  expect(storyOf([item]).trail[0]?.takenAt).toBe(START - 4_000);
});

test("a place of unknown age is said to be one", () => {
  const unknown = { ...where, ageMs: null };
  expect(storyOf(came({ ...alarm, place: unknown })).trail[0]?.isAgeUnknown).toBe(true);
});

test("what the server sends by itself is no sign of life of the phone", () => {
  const armed = START - 30 * MINUTE;
  expect(storyOf(came({ kind: "overdue", at: armed })).lastHeard).toBe(armed);
  expect(storyOf(came({ kind: "test" })).lastHeard).toBe(START);
});

test("the trail holds the places of the newest emergency, the newest last", () => {
  const items = came(alarm, place, { ...alarm, emergency: "b" }, { ...place, emergency: "b" });
  expect(storyOf(items)).toMatchObject({ emergency: "b", trail: [{ place: where }] });
  const sentLate = came(alarm, place, { ...place, at: START - 5 * MINUTE });
  const times = storyOf(sentLate).trail.map(({ takenAt }) => takenAt);
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

test("an emergency began with its first item, whatever came after", () => {
  const story = storyOf(came(alarm, place, { kind: "opened-with-public-code" }));
  expect([story.startedAt, story.since]).toEqual([START, START + 2 * MINUTE]);
});

test("the history is newest first, and places that follow each other are one line", () => {
  const items = came(alarm, place, place, place, { kind: "opened-with-public-code" }, place);
  expect(historyOf(items, "Ana").map(({ text }) => text)).toEqual([
    "A place came.",
    "Opened with the public code: treat as danger.",
    "3 places came.",
    "Ana started an emergency. Place not known yet.",
  ]);
});

test.each([
  [-5_000, "just now"],
  [9_999, "just now"],
  [42_000, "42 s ago"],
  [4 * MINUTE + 59_000, "4 min ago"],
  [125 * MINUTE, "2 h 5 min ago"],
  [72 * 60 * MINUTE, "3 days ago"],
])("%d ms are %s", (ms, text) => {
  expect(agoText(ms)).toBe(text);
});

test("coordinates are given to a metre", () => {
  expect(coordinatesText(where)).toBe("-33.86882, 151.20929");
});
