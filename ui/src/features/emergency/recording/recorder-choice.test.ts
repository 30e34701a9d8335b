/** Claims about the choice of the recorder, over sequences of what recorders do. */
import { expect, test } from "vitest";
import { wholesOf } from "#test/chance.ts";
import { DELIVERED, type Delivery, looked, nextRecorder } from "./recorder-choice.ts";

/** Looks every quarter of a second; says after how many milliseconds the recorder counts as broken, or null. */
function brokenAfter(from: Delivery, peaks: readonly (number | null)[]) {
  const stepMs = 250;
  let delivery = from;
  for (const [index, peak] of peaks.entries()) {
    const look = looked(delivery, peak, index * stepMs);
    if (look.isBroken) return index * stepMs;
    delivery = look.delivery;
  }
  return null;
}
const gaveEmpty = { ...DELIVERED, gaveEmpty: true };

test("empty chunks beside a microphone with sound are broken after three seconds, silence never", () => {
  expect(brokenAfter(gaveEmpty, Array(100).fill(0.5))).toBe(3_000);
  expect(brokenAfter(gaveEmpty, Array(100).fill(null))).toBe(3_000);
  expect(brokenAfter(gaveEmpty, Array(100).fill(0))).toBeNull();
});

test("a recorder that gives nothing at all gets twice the time, because it may be slow", () => {
  expect(brokenAfter(DELIVERED, Array(100).fill(0.5))).toBe(6_000);
});

test("a page that was frozen for a minute blames no recorder for it", () => {
  const { delivery } = looked(gaveEmpty, 0.5, 0);
  expect(looked(delivery, 0.5, 60_000).isBroken).toBe(false);
});

test("one that works is found whatever the others do, and is kept", () => {
  const random = wholesOf(11);
  for (let round = 0; round < 500; round += 1) {
    const count = 1 + random(4);
    const works = Array.from({ length: count }, () => random(2) === 0);
    works[random(count)] = true;
    let index = random(count);
    for (let turn = 0; turn < count && !works[index]; turn += 1) {
      index = nextRecorder(index, count, true);
    }
    expect(works[index]).toBe(true);
    expect(nextRecorder(index, count, false)).toBe(index);
  }
});
