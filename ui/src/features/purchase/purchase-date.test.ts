/** Claims about purchase dates as text. */
import { expect, test } from "vitest";
import { purchaseDateText } from "./purchase-date.ts";

test("a purchase date is the UTC day", () => {
  expect(purchaseDateText("2026-11-21T23:59:59Z")).toBe("21 November 2026");
  expect(purchaseDateText("2026-01-02T00:30:00+02:00")).toBe("1 January 2026");
});

test("an invalid date gives null", () => {
  expect(purchaseDateText("soon")).toBeNull();
});
