/** Claims about random identifiers. */
import { expect, test } from "vitest";
import { randomShortId } from "./random-id.ts";

test("a short id has 21 characters that need no escape in an address, and no two are alike", () => {
  const ids = Array.from({ length: 1_000 }, randomShortId);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{21}$/);
  expect(new Set(ids).size).toBe(ids.length);
});
