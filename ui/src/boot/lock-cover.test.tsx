/** Claims about the links that work before hydration. */
import { afterEach, expect, test, vi } from "vitest";
import { coverPage, offerUnlessHydrated, uncoverPage } from "./lock-cover.ts";

const calls = [{ text: "Call 112", href: "tel:112" }];
const links = () => [...document.querySelectorAll("a")].map(({ textContent }) => textContent);

afterEach(() => {
  uncoverPage();
  document.body.replaceChildren();
  vi.useRealTimers();
});

test("a cover takes the place of the calls that were offered before it", () => {
  vi.useFakeTimers();
  offerUnlessHydrated(1_000, "Still loading.", calls);
  vi.advanceTimersByTime(1_000);
  expect(links()).toEqual(["Call 112"]);
  coverPage("Starting...", "Still loading.", calls);
  expect(links()).toEqual(["Call 112"]);
});

test("a covered page offers nothing more", () => {
  vi.useFakeTimers();
  offerUnlessHydrated(1_000, "Still loading.", calls);
  coverPage("Starting...", "Still loading.", calls);
  vi.advanceTimersByTime(1_000);
  expect(links()).toEqual(["Call 112"]);
});
