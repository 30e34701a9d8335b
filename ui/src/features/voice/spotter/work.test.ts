/** Claims about long work that yields to the page. */
import { expect, test } from "vitest";
import { atOnce, inSlices, type Work } from "./work.ts";

function* sumTo(last: number): Work<number> {
  let sum = 0;
  for (let number = 1; number <= last; number++) {
    sum += number;
    yield;
  }
  return sum;
}

test("all at once and in slices have the same result", async () => {
  const options = { sliceMs: 5, now: () => 0, breathe: async () => undefined };
  expect(atOnce(sumTo(10))).toBe(55);
  expect(await inSlices(sumTo(10), options)).toBe(55);
});

test("a slice ends with the step that used up its time", async () => {
  let time = 0;
  const breaths: number[] = [];
  await inSlices(sumTo(6), {
    sliceMs: 5,
    // Every look at the clock costs 3 ms of work.
    now: () => (time += 3),
    breathe: async () => {
      breaths.push(time);
    },
  });
  expect(breaths.length).toBeGreaterThanOrEqual(2);
  const gaps = breaths.map((at, index) => at - (breaths[index - 1] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(12);
});
