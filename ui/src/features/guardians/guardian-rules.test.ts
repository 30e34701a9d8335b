/** Claims about what the settings say of a guardian. */
import { expect, test } from "vitest";
import { dayTimeText } from "#content/local-dates.ts";
import {
  aliveText,
  type Found,
  guardianLine,
  isSilent,
  isTestDue,
  type Known,
  needsCare,
  refusedText,
  stateText,
  testText,
} from "./guardian-rules.ts";

const at = Date.UTC(2026, 10, 20, 9, 30);
const known = (owned: Partial<NonNullable<Known["owned"]>>): Known => ({
  state: "claimed",
  owned: { push: "works", brokenSince: null, pushedSeq: null, ...owned },
});

test.each<[string, Known, number | null, string]>([
  ["works, unanswered", known({}), null, "Accepts notifications. No answer yet."],
  ["works, answered", known({}), at, `Answers: last on ${dayTimeText(at, at)}.`],
  ["none", known({ push: "none" }), at, "Page only, no notifications."],
  [
    "broken",
    known({ push: "broken", brokenSince: at / 1000 }),
    at,
    `Link broken since ${dayTimeText(at, at)}: notifications do not arrive.`,
  ],
  [
    "unreachable",
    known({ push: "unreachable", brokenSince: at / 1000 }),
    at,
    `Not reachable since ${dayTimeText(at, at)}: the phone's notification service refuses what our server sends. It is tried again.`,
  ],
  [
    "ended",
    { state: "ended", owned: null },
    at,
    "Ended by the guardian, or not used for over a year.",
  ],
])("a link that %s is said to be so", (_what, link, answeredAt, text) => {
  expect(stateText(link, answeredAt, at)).toBe(text);
});

test("a link that is broken, ended or not reachable needs care, one without notifications does not", () => {
  expect([
    needsCare(known({ push: "unreachable" })),
    needsCare(known({})),
    needsCare(known({ push: "none" })),
    needsCare(known({ push: "broken" })),
    needsCare({ state: "ended", owned: null }),
  ]).toEqual([true, false, false, true, true]);
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

test("a test is stored, taken by the push service, or on the phone, and no other's arrival counts", () => {
  const ben = { name: "Ben" };
  expect(testText(4, known({ pushedSeq: 4 }), ben)).toMatch(/^Taken by the push service for Ben/);
  for (const link of [known({ pushedSeq: 3 }), known({ push: "none" }), null]) {
    expect(testText(4, link, ben)).toMatch(/^Stored for Ben/);
  }
  expect(testText(4, null, { ...ben, arrived: [4] })).toMatch(/^On Ben's phone\./);
  expect(testText(4, null, { ...ben, arrived: [3, 5] })).toMatch(/^Stored for Ben/);
});

test("a time to come, from a clock that was set back, is no sign of life and no test", () => {
  const ahead = { linkedAt: at, aliveAt: at + 40 * DAY, testedAt: at + 40 * DAY };
  expect([isSilent(ahead, at + DAY), isTestDue(ahead, at + DAY)]).toEqual([true, true]);
  const ben = { ...ahead, state: "linked", name: "Ben", isCompared: true } as const;
  const { text, isBad } = guardianLine(ben, asked(known({})), at + DAY);
  expect(text).toMatch(/^Ben, last alive .*30/);
  expect(isBad).toBe(true);
  // The server's clock may be a little ahead of the phone's.
  expect(isSilent({ linkedAt: at, aliveAt: at + DAY / 2 }, at)).toBe(false);
});

test("a phone of which nothing came for more than two weeks is said to be silent", () => {
  expect(aliveText("Ben", undefined, at)).toBe("Nothing has come from Ben's phone yet.");
  expect(aliveText("Ben", at, at)).toMatch(/^Ben's phone was last alive on .*20/);
  expect(isSilent({ linkedAt: at }, at + 15 * DAY)).toBe(false);
  expect(isSilent({ linkedAt: at }, at + 16 * DAY)).toBe(true);
  expect(isSilent({ linkedAt: at, aliveAt: at + 5 * DAY }, at + 16 * DAY)).toBe(false);
});

test("what was a year ago is not taken for yesterday", () => {
  const [before, now] = [new Date(2026, 10, 27, 20).getTime(), new Date(2027, 10, 28).getTime()];
  const linked = { state: "linked", name: "Ben", isCompared: true, linkedAt: before } as const;
  const texts = [
    aliveText("Ben", before, now),
    stateText(known({}), before, now),
    stateText(known({ push: "broken", brokenSince: before / 1000 }), before, now),
    refusedText(before, now),
    guardianLine({ ...linked, aliveAt: before }, asked(known({})), now).text,
  ];
  for (const text of texts) expect(text).toContain("2026");
});

const asked = (last: Found) => ({ last, isCutOff: false });

test("the list of settings says of each guardian what matters most", () => {
  const ben = { state: "linked", name: "Ben", isCompared: true, linkedAt: at } as const;
  const line = (changed: object, found: Found = known({}), now = at) =>
    guardianLine({ ...ben, ...changed }, asked(found), now);
  const noon = new Date(2026, 10, 20, 12).getTime();
  const late = new Date(2026, 10, 20, 23, 59).getTime();
  const early = new Date(2026, 10, 21, 0, 1).getTime();
  expect(line({ aliveAt: noon }, null, late)).toEqual({ text: "Ben, alive today", isBad: false });
  expect(line({ aliveAt: late }, null, early).text).toBe("Ben, alive yesterday");
  expect(line({ aliveAt: noon }, null, noon + 3 * DAY).text).toMatch(/^Ben, last alive .*20/);
  expect(line({}).text).toBe("Ben, no sign of life yet");
  expect(line({ aliveAt: noon }, null, noon + 16 * DAY).isBad).toBe(true);
  for (const [changed, found, words] of [
    [{}, "gone", "link broken"],
    [{}, "spoiled", "link broken"],
    [{}, "expired", "link has expired"],
    [{ refusedSince: at }, known({}), "link broken"],
    [{}, known({ push: "broken" }), "link broken"],
    [{}, known({ push: "unreachable" }), "not reachable"],
    [{ isCompared: false }, known({}), "digits not compared"],
    [{ state: "linked" }, { state: "ended", owned: null }, "link has ended"],
    [{ endedAt: at }, "gone", "link has ended"],
  ] as const) {
    expect(line({ aliveAt: at, ...changed }, found)).toEqual({
      text: `Ben, ${words}`,
      isBad: true,
    });
  }
  expect(guardianLine({ state: "waiting", name: "Ben" }, asked(null), at)).toEqual({
    text: "Ben, has not opened the link yet",
    isBad: false,
  });
});

test("a guardian without notifications is no trouble for the list", () => {
  const ben = { state: "linked", name: "Ben", isCompared: true, linkedAt: at } as const;
  expect(guardianLine(ben, asked(known({ push: "none" })), at).isBad).toBe(false);
});

test.each<[string, Known | "gone" | null, string, boolean]>([
  ["nothing of the link", null, "alive today, not checked", false],
  ["that it worked", known({}), "alive today, not checked", false],
  ["that it was broken", known({ push: "broken" }), "link broken, not checked", true],
  ["that it was not known", "gone", "link broken, not checked", true],
  ["that it has ended", { state: "ended", owned: null }, "link has ended", true],
])(
  "without a connection the list says what was known, %s, and that it is not checked",
  (_what, last, words, isBad) => {
    const ben = {
      state: "linked",
      name: "Ben",
      isCompared: true,
      linkedAt: at,
      aliveAt: at,
    } as const;
    const line = guardianLine(ben, { last, isCutOff: true }, at);
    expect(line).toEqual({ text: `Ben, ${words}`, isBad });
  },
);
