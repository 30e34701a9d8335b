/** Claims about dates as text. */
import { expect, test } from "vitest";
import { dateText, purchaseDateText } from "./calendar.ts";

test("today is a weekday, a day and a month", () => {
  expect(dateText(new Date(2026, 10, 22, 23, 59).getTime())).toBe("Sunday, 22 November");
  expect(dateText(new Date(2027, 0, 1).getTime())).toBe("Friday, 1 January");
});

test("a purchase date is the UTC day", () => {
  expect(purchaseDateText("2026-11-21T23:59:59Z")).toBe("21 November 2026");
  expect(purchaseDateText("2026-01-02T00:30:00+02:00")).toBe("1 January 2026");
});

test("an invalid date gives null", () => {
  expect(purchaseDateText("soon")).toBeNull();
});
