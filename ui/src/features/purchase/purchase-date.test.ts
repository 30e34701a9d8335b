/** How a purchase date reads. */
import { expect, test } from "vitest";
import { purchaseDateText } from "./purchase-date.ts";

test("a purchase date reads the same everywhere", () => {
  expect(purchaseDateText("2026-11-21T23:59:59Z")).toBe("21 November 2026");
  expect(purchaseDateText("2026-01-02T00:30:00+02:00")).toBe("1 January 2026");
});

test("what is no date is not shown", () => {
  expect(purchaseDateText("soon")).toBeNull();
});
