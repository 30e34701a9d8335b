/** Claims about dates and times as this device writes them. */
import { expect, test } from "vitest";
import { clockText, dayText, dayTimeText, monthText } from "./local-dates.ts";

const now = new Date(2027, 10, 28, 9, 30).getTime();
const time = { hour: "2-digit", minute: "2-digit" } as const;
const evening = (year: number, day: number) => new Date(year, 10, day, 20, 5).getTime();
const written = (at: number) => new Date(at).toLocaleTimeString([], time);

test("a time of today is a time of day alone", () => {
  expect(clockText(evening(2027, 28), now)).toBe(written(evening(2027, 28)));
});

test("a time of another day has its day, and its year where that is another", () => {
  const [yesterday, lastYear] = [evening(2027, 27), evening(2026, 27)];
  for (const text of [clockText, dayTimeText]) {
    expect(text(yesterday, now)).toMatch(/27.*05/);
    expect(text(yesterday, now)).not.toContain("2027");
    expect(text(lastYear, now)).toMatch(/27.*2026.*05/);
  }
  // The same day a year before is not today.
  expect(clockText(evening(2026, 28), now)).toMatch(/28.*2026.*05/);
});

test("a day has its year where that is another, in any form", () => {
  const form = { weekday: "long", day: "numeric", month: "long" } as const;
  expect(dayText(evening(2027, 27), now)).not.toContain("2027");
  expect(dayText(evening(2026, 27), now)).toContain("2026");
  expect(dayText(evening(2026, 27), now, form)).toMatch(/Friday.*2026/);
});

test("a month is that of the date, wherever this device is", () => {
  for (const date of ["2026-11-01", "2026-11-30"]) expect(monthText(date)).toBe("November 2026");
});
