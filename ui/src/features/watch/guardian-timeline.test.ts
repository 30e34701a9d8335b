/** Claims about the guardian's page in words. */
import { expect, test } from "vitest";
import type { DownItem } from "#seal/items.ts";
import { momentOf, type ReceivedItem } from "#sync/story.ts";
import { alarm, came, MINUTE, place, START, where } from "#test/link-items.ts";
import {
  agoText,
  coordinatesText,
  historyOf,
  momentText,
  standingAnswer,
} from "./guardian-timeline.ts";

test("the history is newest first, and places that follow each other are one line", () => {
  const items = came(alarm, place, place, place, { kind: "opened-with-public-code" }, place);
  expect(historyOf(items, "Ana").map(({ text }) => text)).toEqual([
    "A place came.",
    "Opened with the public code: treat as danger.",
    "3 places came.",
    "Ana started an emergency. Place not known yet.",
  ]);
});

test("the weekly checks of years are one line, with the time of the last", () => {
  const check: DownItem = { kind: "test", at: START, of: "heartbeat" };
  const weeks = came(...Array.from({ length: 520 }, () => check));
  const lines = historyOf([...came(alarm, { kind: "ended" }), ...weeks], "Ana");
  expect(lines.map(({ text }) => text)).toEqual([
    "520 test messages.",
    "Ended with Ana's own PIN.",
    "Ana started an emergency. Place not known yet.",
  ]);
  expect(lines[0]?.when).toEqual(momentOf(weeks.at(-1) as ReceivedItem));
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

test("an item of a drill is one in the history", () => {
  const items = came({ ...alarm, isDrill: true });
  expect(historyOf(items, "Ana")).toMatchObject([{ isDrill: true }]);
});

test("a phone whose clock is three hours slow makes a live alarm no older", () => {
  const slow = START - 180 * MINUTE;
  const [line] = historyOf(came({ ...alarm, at: slow }), "Ana");
  const text = line ? momentText(line.when, START + 5_000) : "";
  expect(text).toContain("just now");
  expect(text).toContain("(by the phone's own clock: ");
  expect(momentText({ at: START, byPhone: null }, START)).not.toContain("clock");
});

test("an answer stands until help is asked for again", () => {
  const alarm = (seq: number): ReceivedItem => {
    const item = { kind: "alarm", emergency: "e", at: seq, isDrill: false, place: null } as const;
    return { seq, at: seq, item };
  };
  const seen = { about: "e", seq: 1 };
  expect(standingAnswer([seen], [alarm(1)], "e")).toBe(seen);
  expect(standingAnswer([{ about: "e" }], [alarm(1)], "e")).toEqual({ about: "e" });
  expect(standingAnswer([seen, { about: "e" }], [alarm(1), alarm(2)], "e")).toBeUndefined();
  const again = { about: "e", seq: 2 };
  expect(standingAnswer([seen, again], [alarm(1), alarm(2)], "e")).toBe(again);
});
