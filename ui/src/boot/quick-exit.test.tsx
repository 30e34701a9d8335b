/** Claims about what leaving a page by the quick exit does. */
import { afterEach, expect, test, vi } from "vitest";
import * as paths from "#content/paths.ts";
import { quickExitUrl } from "#content/product.ts";
import { unmarkLeaving } from "#platform/page/leaving.ts";
import { loadDocument, replaceDocument } from "#platform/page/navigation.ts";
import { beApplePhone } from "#test/apple-app.ts";
import { watchNavigation } from "#test/page.tsx";
import { startQuickExit } from "./quick-exit.ts";

afterEach(unmarkLeaving);

type Listener = (event: Event) => void;

/** The listeners of the quick exit, which would stay on the page that all tests share. */
function listenersOf(onLeft: () => void): ReadonlyMap<string, Listener> {
  const found = new Map<string, Listener>();
  vi.spyOn(window, "addEventListener").mockImplementation((type, listener) => {
    found.set(type, listener as Listener);
  });
  startQuickExit(onLeft);
  return found;
}

/** Presses Shift three times. */
function pressShift(on: ReadonlyMap<string, Listener>): void {
  for (let press = 0; press < 3; press += 1) {
    on.get("keydown")?.(new KeyboardEvent("keydown", { key: "Shift" }));
    on.get("keyup")?.(new KeyboardEvent("keyup", { key: "Shift" }));
  }
}

test.each([
  [
    "its link",
    (on: ReadonlyMap<string, Listener>) => {
      document.body.innerHTML = "<a href='/' data-quick-exit>Quick exit</a>";
      const click = new MouseEvent("click", { cancelable: true });
      Object.defineProperty(click, "target", { value: document.querySelector("a") });
      on.get("click")?.(click);
    },
  ],
  ["three presses of Shift", pressShift],
])("%s forgets what was typed, once the page is left", (_, press) => {
  const went = watchNavigation();
  const wentBefore: number[] = [];
  const on = listenersOf(() => void wentBefore.push(went.length));
  press(on);
  expect(went).toEqual([quickExitUrl]);
  expect(wentBefore).toEqual([1]);
});

test("in an installed app it leads to the disguise, because an iPhone would show another site above the page", () => {
  beApplePhone(vi.fn());
  const went = watchNavigation();
  pressShift(listenersOf(() => undefined));
  expect(went).toEqual([paths.heartMonitor]);
});

test("what was asked for before it leads nowhere after it, until the browser shows the page again", () => {
  const went = watchNavigation();
  const on = listenersOf(() => undefined);
  pressShift(on);
  loadDocument(paths.checkout);
  replaceDocument(paths.paymentSuccess);
  // The page's own load ends later than the exit began.
  on.get("pageshow")?.(new PageTransitionEvent("pageshow"));
  loadDocument(paths.checkout);
  expect(went).toEqual([quickExitUrl]);
  on.get("pageshow")?.(Object.assign(new Event("pageshow"), { persisted: true }));
  loadDocument(paths.checkout);
  expect(went).toEqual([quickExitUrl, paths.checkout]);
});
