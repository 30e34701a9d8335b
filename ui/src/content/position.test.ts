/** Claims about the age of positions, and about which of two is sent. */
import { describe, expect, test } from "vitest";
import { chooseLocation, isBetterPosition, takenWhen } from "./position.ts";

const here = { latitude: 1, longitude: 2, accuracy: 12, timestamp: 1_000_000, takenAt: 50_000 };
const at = (ageMs: number) => ({ wall: here.timestamp + ageMs, running: here.takenAt + ageMs });

test.each([
  [0, "fresh"],
  [60_000, "fresh"],
  [60_001, "aged"],
  [900_000, "aged"],
  [900_001, "none"],
] as const)("a position of %i ms ago is %s", (age, kind) => {
  expect(chooseLocation(here, at(age)).kind).toBe(kind);
});

test("no position is none", () => {
  expect(chooseLocation(null, at(0)).kind).toBe("none");
});

describe("a clock that was changed", () => {
  test("makes no old position fresh and no fresh one old", () => {
    const hour = 3_600_000;
    const back = { ...at(600_000), wall: here.timestamp - hour };
    expect(chooseLocation(here, back)).toMatchObject({ kind: "aged", ageMs: 600_000 });
    const on = { ...at(1_000), wall: here.timestamp + hour };
    expect(chooseLocation(here, on).kind).toBe("fresh");
  });

  test("leaves the age unknown where the monotonic clock is another one's", () => {
    const { takenAt: _, ...stored } = here;
    const now = { wall: stored.timestamp - 600_000, running: 5 };
    expect(chooseLocation(stored, now)).toMatchObject({ kind: "aged", ageMs: null });
  });
});

describe("a position that comes in", () => {
  const now = { wall: 1_000_000, running: 50_000 };
  const receipt = { timestamp: 990_000, maximumAgeMs: 60_000, now, clockOffset: 950_000 };

  test("is as old as the browser says", () => {
    expect(takenWhen(receipt)).toEqual({ timestamp: 990_000, takenAt: 40_000 });
  });

  test("is never older than what was asked for, and never from the future", () => {
    expect(takenWhen({ ...receipt, timestamp: 5 })).toMatchObject({ takenAt: -10_000 });
    expect(takenWhen({ ...receipt, timestamp: 9_000_000 })).toMatchObject({ takenAt: 50_000 });
  });

  test("counts as old as it may be when the clock was changed", () => {
    expect(takenWhen({ ...receipt, clockOffset: 0 })).toMatchObject({ takenAt: -10_000 });
  });
});

describe("of two positions", () => {
  const later = (seconds: number, accuracy: number) => ({
    ...here,
    accuracy,
    timestamp: here.timestamp + seconds * 1000,
    takenAt: here.takenAt + seconds * 1000,
  });

  test.each([
    ["12 m and 8,000 m a second later", 1, 8_000, false],
    ["12 m and 40 m a second later", 1, 40, false],
    ["12 m and 40 m five seconds later", 5, 40, true],
    ["12 m and 12 m later", 1, 12, true],
    ["12 m and 8,000 m a quarter of an hour later", 900, 8_000, true],
    ["12 m and 5 m from a second before", -1, 5, false],
  ])("%s: the better one stays", (_name, seconds, accuracy, isBetter) => {
    expect(isBetterPosition(later(seconds, accuracy), here)).toBe(isBetter);
  });

  test("any is better than none", () => {
    expect(isBetterPosition(later(0, 100_000), null)).toBe(true);
  });
});
