/** Claims about noticing a microphone that delivers nothing. */
import { expect, test } from "vitest";
import { listened, NOT_SILENT, type Silence } from "./silence.ts";

const play = (peaks: readonly (number | null)[], stepMs = 250) => {
  let silence: Silence = NOT_SILENT;
  return peaks.map((peak, index) => {
    const look = listened(silence, peak, index * stepMs);
    ({ silence } = look);
    return look.shouldReopen ? index * stepMs : null;
  });
};
const reopenings = (peaks: readonly (number | null)[]) => play(peaks).filter((at) => at !== null);

test("two seconds of nothing reopen the microphone, quiet sound never does", () => {
  expect(reopenings(Array(9).fill(0))).toEqual([2_000]);
  expect(reopenings(Array(100).fill(0.000_01))).toEqual([]);
});

test("a single sound begins the two seconds anew", () => {
  expect(reopenings([...Array(8).fill(0), 0.2, ...Array(8).fill(0)])).toEqual([]);
});

test("a browser that does not measure says nothing about silence", () => {
  expect(reopenings([...Array(7).fill(0), null, ...Array(8).fill(0)])).toEqual([]);
});

test("a switched-off microphone is reopened ever more rarely", () => {
  const times = reopenings(Array(800).fill(0)) as number[];
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(times[0]).toBe(2_000);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(30_250);
  expect(gaps.every((gap, index) => index === 0 || gap >= (gaps[index - 1] ?? 0))).toBe(true);
});
