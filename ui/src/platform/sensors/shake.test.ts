/** Claims about the shake pattern. */
import { expect, test } from "vitest";
import { fractionsOf } from "#test/chance.ts";
import { STILL, shaken } from "./shake.ts";

const play = (times: readonly number[], magnitude = 25) => {
  let count = STILL;
  return times.map((at) => {
    const result = shaken(count, magnitude, at);
    count = result.count;
    return result.isTrigger;
  });
};

test("the fifth shake half a second after the fourth triggers, and counting begins anew", () => {
  expect(play([0, 500, 1_000, 1_500, 2_000, 2_500])).toEqual([
    false,
    false,
    false,
    false,
    true,
    false,
  ]);
});

test("shakes closer than half a second count once", () => {
  expect(play([0, 499, 998, 1_497, 1_996, 2_495]).includes(true)).toBe(false);
});

test("more than three seconds without a shake begin the count anew, three exactly do not", () => {
  expect(play([0, 500, 1_000, 1_500, 4_501]).includes(true)).toBe(false);
  expect(play([0, 500, 1_000, 1_500, 4_500]).at(-1)).toBe(true);
});

test("exactly 20 m/s2 does not count, and neither does a broken sensor", () => {
  expect(play([0, 500, 1_000, 1_500, 2_000], 20).includes(true)).toBe(false);
  expect(play([0, 500, 1_000, 1_500, 2_000], Number.NaN).includes(true)).toBe(false);
});

test("random movement triggers only after five shakes that are far enough apart", () => {
  const random = fractionsOf(99);
  let count = STILL;
  let strong: number[] = [];
  for (let at = 0; at < 600_000; at += 20) {
    const magnitude = random() < 0.02 ? 21 + random() * 20 : random() * 20;
    const result = shaken(count, magnitude, at);
    if (magnitude > 20 && at - (strong.at(-1) ?? Number.NEGATIVE_INFINITY) >= 500) {
      strong = at - (strong.at(-1) ?? at) > 3_000 ? [at] : [...strong, at];
    }
    expect(result.isTrigger).toBe(strong.length === 5);
    // Shakes half a second before a trigger must not reach into the next count.
    strong = result.isTrigger ? [] : strong;
    ({ count } = result);
  }
});
