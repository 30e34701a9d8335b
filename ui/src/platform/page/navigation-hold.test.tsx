/** Claims about Back on Android while a page is held. */
import { afterEach, expect, test, vi } from "vitest";
import { holdNavigation } from "./navigation-hold.ts";

/** Chrome's close watchers: of those that a page made without a tap one at a time is asked. */
class FakeWatcher extends EventTarget {
  static open: FakeWatcher[] = [];
  constructor() {
    super();
    FakeWatcher.open.push(this);
  }
  destroy() {
    FakeWatcher.open = FakeWatcher.open.filter((one) => one !== this);
  }
}

/** Presses Back; whether the page kept it from being a navigation. */
function pressBack(): boolean {
  const watcher = FakeWatcher.open.at(-1);
  watcher?.destroy();
  watcher?.dispatchEvent(new Event("close"));
  return watcher !== undefined;
}

afterEach(() => {
  FakeWatcher.open = [];
  vi.unstubAllGlobals();
});

test("each press of Back is kept from leaving the page, until it is no longer held", () => {
  vi.stubGlobal("CloseWatcher", FakeWatcher);
  expect(pressBack()).toBe(false);
  const free = holdNavigation();
  expect([pressBack(), pressBack(), pressBack()]).toEqual([true, true, true]);
  expect(FakeWatcher.open).toHaveLength(1);
  free();
  expect(pressBack()).toBe(false);
});

test("a browser without close watchers holds the page by its history alone", () => {
  const entries = history.length;
  const free = holdNavigation();
  expect(history.length).toBe(entries + 1);
  free();
});
