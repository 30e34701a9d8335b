/** Claims about the week of readings. */
import { expect, test } from "vitest";
import { weekOf } from "./reading-rules.ts";

/** Sunday, 22 November 2026, by the device's calendar. */
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 30).getTime();

test("a day shows the mean of its own readings, and a day without one shows none", () => {
  const readings = [
    { at: at(15, 12), bpm: 199 },
    { at: at(16, 0), bpm: 60 },
    { at: at(21, 23), bpm: 70 },
    { at: at(22, 0), bpm: 80 },
    { at: at(22, 9), bpm: 91 },
  ];
  expect(weekOf(readings, at(22, 10)).map(({ letter, bpm }) => `${letter} ${bpm}`)).toEqual([
    "M 60",
    "T null",
    "W null",
    "T null",
    "F null",
    "S 70",
    "S 86",
  ]);
});

test("the week ends today, whatever day that is, across the end of a month", () => {
  const letters = weekOf([], new Date(2027, 2, 3).getTime()).map(({ letter }) => letter);
  expect(letters.join("")).toBe("TFSSMTW");
});
