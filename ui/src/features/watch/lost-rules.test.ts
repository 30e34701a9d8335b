/** Claims about what was sent and can be read no more. */
import { expect, test } from "vitest";
import { type Given, came as itemsOf } from "#test/link-items.ts";
import { lostAfter, lostText } from "./lost-rules.ts";

const DAY = 86_400_000;
const linkedAt = new Date(2027, 10, 1, 9).getTime();
const reachedAt = new Date(2027, 10, 20, 9).getTime();
const now = new Date(2027, 10, 28, 9, 30).getTime();
const person = { name: "Ana", after: 4, linkedAt, reachedAt, items: [] };
const nothing = { newsBefore: 4, came: [], at: now };
const lost = { since: reachedAt, until: now };
const ended = { kind: "ended", emergency: "e" } as const;

test("what was sent behind all that the server has is lost, since the page last heard of it", () => {
  expect(lostAfter(person, { ...nothing, newsBefore: 9 })).toEqual({ newest: 9, lost });
  const never = { after: -1, linkedAt };
  const first = lostAfter(never, { ...nothing, newsBefore: 9 });
  expect(first.lost?.since).toBe(linkedAt);
});

test.each([
  ["nothing was ever sent", { after: -1, linkedAt }, { newsBefore: 0 }],
  ["all of it is read here", person, { newsBefore: 4 }],
  ["it has just come", person, { newsBefore: 4, came: itemsOf({ kind: "test" }) }],
  ["the service worker read it", { ...person, newest: 9 }, { newsBefore: 9 }],
  ["another tab read it meanwhile", { ...person, after: 9 }, { newsBefore: 9 }],
  ["the server was restored from a backup", person, { newsBefore: 2 }],
  ["the server is of an earlier release", person, { newsBefore: null }],
])("nothing is lost where %s", (_why, before, read) => {
  expect(lostAfter(before, { ...nothing, ...read }).lost).toBeUndefined();
});

test("what is said to be lost is said once, and more that is lost makes the time longer", () => {
  const told = { ...person, newest: 9, lost, reachedAt: now };
  const later = { ...nothing, newsBefore: 9, at: now + DAY };
  expect(lostAfter(told, later)).toEqual({ newest: 9, lost });
  expect(lostAfter({ ...told, lost: undefined }, later).lost).toBeUndefined();
  const more = { since: reachedAt, until: now + DAY };
  expect(lostAfter(told, { ...later, newsBefore: 12 }).lost).toEqual(more);
});

test("what was sent before an item that the server still has is lost, unless that is the end of an emergency", () => {
  const after = (item: Given) =>
    lostAfter(person, { ...nothing, newsBefore: 7, came: itemsOf(item) });
  expect(after({ kind: "test" })).toEqual({ newest: 7, lost });
  expect(after(ended)).toEqual({ newest: 7, lost: undefined });
});

test("only the end of an emergency, with the own PIN, says that it is over", () => {
  const after = (item: Given) =>
    lostAfter({ ...person, newest: 9, lost }, { ...nothing, newsBefore: 9, came: itemsOf(item) });
  expect(after(ended)).toEqual({ newest: 9, lost: undefined });
  const others = [{ kind: "test" }, { kind: "unlinked" }, { ...ended, isDrill: true }] as const;
  for (const item of others) expect(after(item).lost).toEqual(lost);
});

test("it is said between which days, and that nobody knows more", () => {
  const text = lostText({ ...person, lost: { since: reachedAt - 365 * DAY, until: now } }, 0, now);
  expect(text).toMatch(
    /^Between .*20.*2026.* and \d[^,]* something was sent here that is no longer kept\. Nobody knows what it was\. Ask Ana by voice/,
  );
  const [pushed] = itemsOf({ kind: "alarm" });
  const items = pushed ? [{ ...pushed, isPushed: true }] : [];
  expect(lostText({ ...person, lost, items }, 0, now)).toContain("It may be more than");
  expect(lostText({ ...person, lost: undefined }, 0, now)).toBeNull();
});
