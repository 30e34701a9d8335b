/** Claims about detecting a lost microphone. */
import { describe, expect, test } from "vitest";
import { listened, NOT_SILENT, type Silence } from "./silence.ts";

/** What looks every quarter of a second find, of a meter that stands still after the first `measured` ones. */
const play = (peaks: readonly (number | null)[], measured = peaks.length) => {
  let silence: Silence = NOT_SILENT;
  return peaks.map((peak, index) => {
    const heardMs = Math.min(index, measured) * 250;
    const look = listened(silence, peak === null ? null : { peak, heardMs }, index * 250);
    ({ silence } = look);
    return look.reopen === null ? null : index * 250;
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

describe("a meter that stands still", () => {
  const first = (peak: number, measured: number) =>
    play(Array(160).fill(peak), measured).find((at) => at !== null);

  test("from its beginning gets half a minute, because a busy phone begins to measure late", () => {
    expect(first(0, 0)).toBe(30_000);
  });

  test.each([0, 0.5])(
    "after it measured %d says nothing of now, and after ten seconds the microphone is opened anew",
    (peak) => {
      expect(first(peak, 4)).toBe(11_000);
    },
  );

  test("does so at growing intervals", () => {
    const silence = { ...NOT_SILENT, reopened: 3, heardMs: 1, isMeasuring: true, lookedAt: 0 };
    const level = { peak: 0.5, heardMs: 1 };
    let now: Silence = silence;
    const reopened = Array.from({ length: 200 }, (_, index) => {
      const look = listened(now, level, index * 250);
      now = look.silence;
      return look.reopen;
    });
    expect(reopened.indexOf("unmeasured")).toBe(120);
    expect(now.reopened).toBe(4);
  });

  test("while its page was frozen is no fault of the microphone", () => {
    const level = { peak: 0.5, heardMs: 1 };
    const before = listened(NOT_SILENT, level, 0).silence;
    const again = listened(before, { ...level, heardMs: 2 }, 250).silence;
    expect(listened(again, { ...level, heardMs: 2 }, 3_600_000).reopen).toBeNull();
  });
});

test("a microphone that stays silent is reopened at growing intervals, half a minute at most", () => {
  const times = reopenings(Array(800).fill(0)) as number[];
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  expect(times[0]).toBe(2_000);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(30_250);
  expect(gaps.every((gap, index) => index === 0 || gap >= (gaps[index - 1] ?? 0))).toBe(true);
});
