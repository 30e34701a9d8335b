/** Claims about the two homes of the record: an end is an end, whichever was written last. */
import { expect, test } from "vitest";
import { NO_EMERGENCY } from "#store/emergency/emergency-state.ts";
import type { Emergency } from "../machine/state.ts";
import { begun, play } from "../machine/stories.ts";
import { togetherRecords, toRecord } from "./records.ts";

const emergency = play([begun]).state.emergency as Emergency;
const noLockout = { failedAttempts: 0, lockoutUntil: null };
const on = (id: string, sequence: number, lastEnd = 0, more: Partial<Emergency> = {}) => ({
  ...toRecord({ ...emergency, id, sequence, ...more }, { phase: "off" }, noLockout),
  lastEnd,
});
const over = (emergencyId: string | null, lastEnd: number) => ({
  ...NO_EMERGENCY,
  ...{ emergencyId, sequence: lastEnd, lastEnd },
});

/** What the database has, what local storage has, and what is true of both. */
const cases = [
  ["an end of the same emergency", on("a", 5), over("a", 5), over("a", 5)],
  ["an end that came after it", on("a", 5), over("b", 9), over("b", 9)],
  ["an end before it", on("b", 9, 2), over("a", 5), on("b", 9, 5)],
  ["two ends", over("a", 5), over("b", 9), over("b", 9)],
  ["an emergency of which the other knows nothing", on("a", 5), over(null, 0), on("a", 5)],
  [
    "one that began after the other knew it to be over",
    on("b", 9, 7),
    on("a", 5, 2),
    on("b", 9, 7),
  ],
] as const;

test.each(cases)(
  "%s is one, in either home and whichever was written last",
  (_name, row, copy, both) => {
    for (const isNewer of [false, true]) {
      expect(togetherRecords(row, copy, isNewer)).toEqual(both);
      expect(togetherRecords(copy, row, isNewer)).toEqual(both);
    }
  },
);

test("of two emergencies the database's goes on, and it is real where one of both is", () => {
  for (const isNewer of [false, true]) {
    const [a, b] = [on("a", 5, 3), on("b", 9, 4)];
    expect(togetherRecords(a, b, isNewer)).toEqual({ ...a, lastEnd: 4, joined: ["b"] });
    const both = togetherRecords(on("a", 5, 3, { kind: "test" }), b, isNewer);
    expect(both).toMatchObject({ emergencyId: "a", kind: "real", isLocked: true });
  }
});

test("what is no record leaves the newer value as it is", () => {
  expect(togetherRecords("x", on("a", 5), false)).toBe("x");
  expect(togetherRecords("x", on("a", 5), true)).toEqual(on("a", 5));
});
