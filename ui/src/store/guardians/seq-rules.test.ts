/** Claims about the numbers of items. */
import { expect, test } from "vitest";
import { freeSeq } from "./seq-rules.ts";

const DAY = 24 * 3_600_000;

test("a number that was taken and could not be noted does not come again days later", () => {
  const taken = freeSeq(3, 0, DAY);
  expect(freeSeq(3, 0, 4 * DAY)).toBeGreaterThan(taken + 1_000);
});

test("numbers that are noted rise by one within a minute", () => {
  expect(freeSeq(500, 0, 59_000)).toBe(500);
});

test("a clock that was set back to before the link takes none away", () => {
  expect(freeSeq(3, DAY, 0)).toBe(3);
});
