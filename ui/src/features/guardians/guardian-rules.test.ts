/** Claims about what the settings say of a guardian. */
import { expect, test } from "vitest";
import {
  isTestDue,
  type Known,
  needsCare,
  stateText,
  testText,
  timeText,
} from "./guardian-rules.ts";

const at = Date.UTC(2026, 10, 20, 9, 30);
const known = (owned: Partial<NonNullable<Known["owned"]>>): Known => ({
  state: "claimed",
  owned: { push: "works", brokenSince: null, pushedSeq: null, ...owned },
});

test.each<[string, Known, number | null, string]>([
  ["works, unanswered", known({}), null, "Takes notifications. No answer yet."],
  ["works, answered", known({}), at, `Answers: last on ${timeText(at)}.`],
  ["none", known({ push: "none" }), at, "Page only, no notifications."],
  [
    "broken",
    known({ push: "broken", brokenSince: at / 1000 }),
    at,
    `Link broken since ${timeText(at)}: notifications do not arrive.`,
  ],
  ["ended", { state: "ended", owned: null }, at, "Ended by the guardian."],
])("a link that %s is said to be so", (_what, link, answeredAt, text) => {
  expect(stateText(link, answeredAt)).toBe(text);
});

test("a broken and an ended link need care, one without notifications does not", () => {
  expect([
    needsCare(known({})),
    needsCare(known({ push: "none" })),
    needsCare(known({ push: "broken" })),
    needsCare({ state: "ended", owned: null }),
  ]).toEqual([false, false, true, true]);
});

const DAY = 24 * 3_600_000;
test.each([
  [{ testedAt: null, linkedAt: at }, at + 30 * DAY, false],
  [{ testedAt: null, linkedAt: at }, at + 31 * DAY, true],
  [{ testedAt: at + 20 * DAY, linkedAt: at }, at + 31 * DAY, false],
  [{ testedAt: at + DAY, linkedAt: at }, at + 32 * DAY, true],
])("a test is proposed after 30 days without one: %o", (guardian, now, isDue) => {
  expect(isTestDue(guardian, now)).toBe(isDue);
});

test("a test counts as sent to the phone once the push service took it", () => {
  expect(testText(4, known({ pushedSeq: 4 }), "Ben")).toMatch(/^Sent to Ben's phone/);
  for (const link of [known({ pushedSeq: 3 }), known({ push: "none" }), null]) {
    expect(testText(4, link, "Ben")).toMatch(/^Stored for Ben/);
  }
});
