import { expect, test } from "vitest";
import { type Pace, paced, unhurried } from "./while-seen.ts";

/** The pauses after answers that took so long. */
function pausesAfter(times: readonly number[]): number[] {
  let pace: Pace = unhurried;
  return times.map((tookMs) => {
    pace = paced(pace, tookMs);
    return pace.pauseMs;
  });
}

test("answers that waited for news are followed by the next request at once", () => {
  expect(pausesAfter([25_000, 9_000, 500, 25_000])).toEqual([0, 0, 0, 0]);
});

test("a few pieces of news in a row make no pause", () => {
  expect(pausesAfter([20, 20, 20, 8_000, 20, 20, 20])).toEqual([0, 0, 0, 0, 0, 0, 0]);
});

test("as long as a busy server answers at once, the pauses double up to ten seconds", () => {
  const pauses = [0, 0, 0, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000];
  expect(pausesAfter(pauses.map(() => 20))).toEqual(pauses);
});

test("an answer that waited ends the pauses", () => {
  expect(pausesAfter([20, 20, 20, 20, 20, 25_000, 20])).toEqual([0, 0, 0, 1_000, 2_000, 0, 0]);
});
