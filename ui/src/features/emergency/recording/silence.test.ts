/** Claims about detecting a lost microphone. */
import { expect, test } from "vitest";
import { listened, NOT_SILENT, type Silence } from "./silence.ts";

const play = (peaks: readonly (number | null)[], stepMs = 250) => {
  let silence: Silence = NOT_SILENT;
  return peaks.map((peak, index) => {
    const heardMs = index * stepMs;
    const look = listened(silence, peak === null ? null : { peak, heardMs });
    ({ silence } = look);
    return look.shouldReopen ? heardMs : null;
  });
};
const reopenings = (peaks: readonly (number | null)[]) => play(peaks).filter((at) => at !== null);

test("two seconds of digital silence reopen the microphone, quiet sound never does", () => {
  expect(reopenings(Array(9).fill(0))).toEqual([2_000]);
  expect(reopenings(Array(100).fill(0.000_01))).toEqual([]);
});

test("any sound begins the two seconds anew", () => {
  expect(reopenings([...Array(8).fill(0), 0.2, ...Array(8).fill(0)])).toEqual([]);
});

test("a level that the browser did not measure is not silence", () => {
  expect(reopenings([...Array(7).fill(0), null, ...Array(8).fill(0)])).toEqual([]);
});

test("a meter that stands still says nothing about the microphone", () => {
  expect(play(Array(100).fill(0), 0).filter((at) => at !== null)).toEqual([]);
});

test("a microphone that stays silent is reopened at growing intervals, half a minute at most", () => {
  const times = reopenings(Array(800).fill(0)) as number[];
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(times[0]).toBe(2_000);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(30_250);
  expect(gaps.every((gap, index) => index === 0 || gap >= (gaps[index - 1] ?? 0))).toBe(true);
});
