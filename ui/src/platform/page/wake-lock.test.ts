/** Claims about the screen's wake lock: what a browser grants without effect is not believed. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { canKeepScreenOn, keepScreenOn } from "./wake-lock.ts";

const TAIL = "like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const iphone = (os: string) => `Mozilla/5.0 (iPhone; CPU iPhone OS ${os} ${TAIL} Mobile/15E148`;
const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36";

/** A browser that grants every wake lock. */
function device(userAgent: string, isInstalled: boolean, touchPoints = 5) {
  const sentinel = { addEventListener: () => undefined, release: async () => undefined };
  vi.stubGlobal("navigator", {
    userAgent,
    maxTouchPoints: touchPoints,
    standalone: isInstalled,
    wakeLock: { request: async () => sentinel },
  });
  vi.stubGlobal("window", { matchMedia: () => ({ matches: isInstalled }) });
}

/** What is reported when the screen is to be kept on. */
function answer(): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = keepScreenOn((isHeld) => {
      resolve(isHeld);
      stop();
    });
  });
}

beforeEach(() => {
  vi.stubGlobal("document", {
    visibilityState: "visible",
    addEventListener() {},
    removeEventListener() {},
  });
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["an installed app on iOS 16.4", iphone("16_4"), true],
  ["an installed app on iOS 17.6.1", iphone("17_6_1"), true],
  ["an installed app on iOS 18.3.2", iphone("18_3_2"), true],
  ["an installed app on an iPad that does not say its version", MAC, true],
])("%s holds no wake lock, whatever the browser says", async (_, userAgent, isInstalled) => {
  device(userAgent, isInstalled);
  expect([await answer(), canKeepScreenOn()]).toEqual([false, false]);
});

test.each([
  ["an installed app on iOS 18.4", iphone("18_4"), true],
  ["an installed app on iOS 18.10", iphone("18_10"), true],
  ["an installed app on iOS 26", iphone("26_0"), true],
  ["Safari's tab on iOS 17.6", `${iphone("17_6")} Version/17.6 Safari/604.1`, false],
  ["an installed app on Android", ANDROID, true],
])("%s holds what the browser grants", async (_, userAgent, isInstalled) => {
  device(userAgent, isInstalled);
  expect([await answer(), canKeepScreenOn()]).toEqual([true, true]);
});

test("an iPad that does not say its version is known as new by what came with it", async () => {
  device(MAC, true);
  Object.assign(window, { cookieStore: {} });
  expect(await answer()).toBe(true);
});

test("an installed app on a Mac holds what the browser grants", async () => {
  device(MAC, true, 0);
  expect(await answer()).toBe(true);
});

test("a browser without wake locks holds none", async () => {
  device(ANDROID, false);
  vi.stubGlobal("navigator", { userAgent: ANDROID, maxTouchPoints: 5 });
  expect([await answer(), canKeepScreenOn()]).toEqual([false, false]);
});

test("a browser without wake locks says so once, whatever is tapped", async () => {
  device(ANDROID, false);
  vi.stubGlobal("navigator", { userAgent: ANDROID, maxTouchPoints: 5 });
  const document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", document);
  const held: boolean[] = [];
  const stop = keepScreenOn((isHeld) => held.push(isHeld));
  await expect.poll(() => held).toEqual([false]);
  for (let tap = 0; tap < 3; tap += 1) {
    document.dispatchEvent(new Event("click"));
    // What a tap asks for is answered within a task.
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(held).toEqual([false]);
  stop();
});

test("a browser that wants a tap is asked again at each one, until it grants the lock", async () => {
  device(`${iphone("17_6")} Version/17.6 Safari/604.1`, false);
  const document = new EventTarget();
  vi.stubGlobal("document", Object.assign(document, { visibilityState: "visible" }));
  let wasTapped = false;
  const request = vi.fn(async () => {
    if (!wasTapped) throw new DOMException("Permission was denied", "NotAllowedError");
    return { addEventListener: () => undefined, release: async () => undefined };
  });
  Object.assign(navigator, { wakeLock: { request } });
  const held: boolean[] = [];
  const stop = keepScreenOn((isHeld) => held.push(isHeld));
  await expect.poll(() => held).toEqual([false]);
  wasTapped = true;
  document.dispatchEvent(new Event("click"));
  await expect.poll(() => held).toEqual([false, true]);
  document.dispatchEvent(new Event("click"));
  stop();
  document.dispatchEvent(new Event("click"));
  expect(request).toHaveBeenCalledTimes(2);
});
