/** Claims about leaving a page that is held. */
import { afterEach, expect, test, vi } from "vitest";
import * as paths from "#content/paths.ts";
import { askBeforeLeaving, holdNavigation } from "./navigation-hold.ts";

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

test("the browser asks before another document comes, and not before a call or a message", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  vi.advanceTimersByTime(1);
  const leave = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const link = document.createElement("a");
  document.body.append(link);
  // The document stays: jsdom does not navigate.
  link.addEventListener("click", (event) => event.preventDefault());
  const follow = (href: string) => {
    link.href = href;
    link.click();
    return leave();
  };
  expect(follow(paths.support)).toBe(false);
  const stop = askBeforeLeaving();
  expect(follow(paths.support)).toBe(true);
  expect(follow("tel:911")).toBe(false);
  vi.advanceTimersByTime(2_001);
  expect(follow(paths.support)).toBe(true);
  stop();
  expect(follow(paths.support)).toBe(false);
  link.remove();
});
