/** Claims about what a guardian's phone says of itself, and about when the link is checked. */
import { expect, test } from "vitest";
import type { UpItem } from "#seal/items.ts";
import { makeLink } from "#test/link-pair.ts";
import { isHeartbeatDue, isLookDue, shownAnswer, withSigns } from "./sign-rules.ts";

const DAY = 24 * 3_600_000;
const at = Date.UTC(2026, 10, 20);

const arrived = (seq: number): UpItem => ({ kind: "arrived", seq, about: null, at: 1 });
const seen: UpItem = { kind: "answer", answer: "seen", about: "e", at: 1 };

test("an arrival is no answer, and both are a sign of life at the server's time", async () => {
  const { guardian } = await makeLink("ben");
  const came = withSigns(guardian, [{ item: arrived(4), at: 7 }], { after: 5, now: at });
  expect(came).toMatchObject({ arrived: [4], aliveAt: 7, lastAnswer: null, after: 5 });
  expect(came.reached).toBeUndefined();
  const answered = withSigns(came, [{ item: seen, at: 9 }], { after: 6, now: at });
  expect(answered).toMatchObject({ arrived: [4], reached: ["e"], aliveAt: 9, after: 6 });
  expect(answered.lastAnswer).toEqual({ answer: "seen", about: "e", at });
});

test("a reading that is older than the last one changes nothing", async () => {
  const { guardian } = await makeLink("ben");
  const before = { ...guardian, after: 5 };
  expect(withSigns(before, [{ item: arrived(4), at: 7 }], { after: 5, now: at })).toBe(before);
});

test("many arrivals are not all remembered, and one that is repeated is remembered once", async () => {
  let { guardian } = await makeLink("ben");
  for (let seq = 1; seq <= 50; seq += 1) {
    const signs = [arrived(seq), arrived(seq)].map((item) => ({ item, at: seq }));
    guardian = withSigns(guardian, signs, { after: seq, now: at });
  }
  expect(guardian.arrived).toHaveLength(20);
  expect(guardian.arrived?.at(-1)).toBe(50);
});

test("the app looks once a day", () => {
  expect(isLookDue({ linkedAt: at, lookedAt: undefined }, at + DAY - 1)).toBe(false);
  expect(isLookDue({ linkedAt: at, lookedAt: undefined }, at + DAY)).toBe(true);
  expect(isLookDue({ linkedAt: at, lookedAt: at + DAY }, at + DAY + 1)).toBe(false);
});

const linked = { linkedAt: at, testedAt: null, heartbeatAt: undefined, isHeartbeatOff: undefined };
test.each<[string, Parameters<typeof isHeartbeatDue>, boolean]>([
  ["a week after the link", [linked, "works", at + 7 * DAY], true],
  ["before", [linked, "works", at + 7 * DAY - 1], false],
  ["after a test", [{ ...linked, testedAt: at + DAY }, "works", at + 7 * DAY], false],
  ["after another one", [{ ...linked, heartbeatAt: at + DAY }, "works", at + 8 * DAY], true],
  ["where it is switched off", [{ ...linked, isHeartbeatOff: true }, "works", at + 9 * DAY], false],
  ["without notifications", [linked, "none", at + 9 * DAY], false],
  ["to a phone that is not reachable", [linked, "unreachable", at + 9 * DAY], false],
])("the weekly check, %s: %#", (_, given, isDue) => {
  expect(isHeartbeatDue(...given)).toBe(isDue);
});

const sawIt = { answer: "seen", about: "e" } as const;
const police = { answer: "police-called", about: "e" } as const;
const tested = { answer: "seen", about: null } as const;

test("of an emergency the furthest answer is shown, whatever came late", () => {
  expect(shownAnswer(null, [police, sawIt])).toEqual(police);
  expect(shownAnswer(police, [sawIt])).toEqual(police);
  expect(shownAnswer(sawIt, [police])).toEqual(police);
});

test("another emergency has answers of its own", () => {
  const next = { ...sawIt, about: "f" };
  expect(shownAnswer(police, [next])).toEqual(next);
});

test("an answer to a test hides none to an emergency that came with it, and is shown when it comes alone", () => {
  expect(shownAnswer(null, [police, tested])).toEqual(police);
  expect(shownAnswer(police, [tested])).toEqual(tested);
  expect(shownAnswer(null, [])).toBeNull();
});
