/** Claims about when a page counts as left alone. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { onLeftAlone } from "./gate-clock.ts";

let stop: () => void = () => undefined;
let left = 0;
const turn = (to: "hidden" | "visible") => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(to);
  document.dispatchEvent(new Event("visibilitychange"));
};
const leftAfter = (ms: number) => {
  vi.advanceTimersByTime(ms);
  return left;
};
const begin = () => {
  stop = onLeftAlone(() => {
    left += 1;
  });
};

beforeEach(() => {
  left = 0;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
});
afterEach(() => {
  stop();
  turn("visible");
  vi.useRealTimers();
});

test("after five minutes without a touch, once", () => {
  begin();
  expect(leftAfter(299_000)).toBe(0);
  window.dispatchEvent(new Event("pointerdown"));
  expect([leftAfter(299_000), leftAfter(1_000), leftAfter(900_000)]).toEqual([0, 1, 1]);
});

test("after half a minute out of sight, also where it was out of sight from the beginning", () => {
  turn("hidden");
  begin();
  expect([leftAfter(29_000), leftAfter(1_000)]).toEqual([0, 1]);
});

test("not where it was in sight again in time, nor after nobody asks any more", () => {
  begin();
  turn("hidden");
  leftAfter(29_000);
  turn("visible");
  expect(leftAfter(31_000)).toBe(0);
  stop();
  expect(vi.getTimerCount()).toBe(0);
  turn("hidden");
  expect(leftAfter(900_000)).toBe(0);
});

test("at once where it is shown from the back/forward cache", () => {
  begin();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(left).toBe(1);
});
