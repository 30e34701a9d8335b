/** Claims about random identifiers. */
import { expect, test, vi } from "vitest";
import { randomShortId } from "./random-id.ts";

test("a short id has 21 characters that need no escape in an address, and no two are alike", () => {
  const ids = Array.from({ length: 1_000 }, randomShortId);
  for (const id of ids) expect(id).toMatch(/^[\w-]{21}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test("each bit of a short id's 21 characters is a random bit of its own", () => {
  const random = vi.spyOn(crypto, "getRandomValues");
  const ids = Array.from({ length: 126 }, (_, bit) => {
    random.mockImplementationOnce((array) => {
      (array as unknown as Uint8Array)[bit >> 3] = 128 >> (bit & 7);
      return array;
    });
    return randomShortId();
  });
  // Each random bit changes one character, and each character is changed by six of them.
  const changed = ids.map((id) => [...id].flatMap((one, at) => (one === "A" ? [] : [at])));
  expect(changed).toEqual(ids.map((_, bit) => [Math.floor(bit / 6)]));
  expect(new Set(ids).size).toBe(126);
});
