/** Claims about how the browser is asked for the position. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askPosition, followPosition } from "./geolocation.ts";

const getCurrentPosition = vi.fn();
const watchPosition = vi.fn(() => 1);
const asked = { enableHighAccuracy: true, timeout: 10_000, maximumAge: 60_000 };

beforeEach(() => {
  const geolocation = { getCurrentPosition, watchPosition, clearWatch: () => undefined };
  Object.defineProperty(navigator, "geolocation", { configurable: true, value: geolocation });
});
afterEach(() => void vi.clearAllMocks());

test("a position is asked for at high accuracy, within 10 s, at most 60 s old, and a rough one beside it", () => {
  askPosition();
  const options = getCurrentPosition.mock.calls.map((call) => call[2]);
  const rough = { enableHighAccuracy: false, timeout: 3_000, maximumAge: 300_000 };
  expect(options).toEqual([asked, rough]);
});

test("a position that is followed is asked for in the same way", () => {
  followPosition()();
  expect(watchPosition.mock.calls).toEqual([[expect.anything(), expect.anything(), asked]]);
});
