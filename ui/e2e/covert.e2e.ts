/** An emergency that was spoken by a person who had chosen to stay disguised. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { untilAppKept } from "./app-pages.ts";
import { findingsOn } from "./axe.ts";
import { listeningOn, shakeOn, speakOn } from "./covert-scenes.ts";
import { untilRecorded } from "./evidence.ts";
import {
  messagesOf,
  mirrorOf,
  ownPin,
  partsOf,
  patience,
  unlockOverlay,
  untilEnded,
} from "./phone.ts";
import { lookSame, takePictures } from "./pictures.ts";
import { openReference } from "./reference.ts";
import { stage } from "./stage.ts";
import { differences, lookAt, unexplained } from "./twins.ts";

const on = stage();

/** Words that an ordinary heart monitor has no use for. */
const telling = /emergenc|record|silent|partner|safe|demo|premium|\bmain\b|voice|contact|000/i;

const seen = (page: Page) => page.evaluate(() => sessionStorage.getItem("seen"));
const heartOf = (page: Page) => page.getByRole("button", { name: /BPM/ });
const lockOf = (page: Page) => page.getByRole("heading", { name: "EMERGENCY MODE ACTIVE" });

const expectPlain = async (page: Page) => {
  await heartOf(page).waitFor();
  // biome-ignore lint/performance/useDomNodeTextContent: only what is visible counts.
  expect(await page.locator("body").innerText()).not.toMatch(telling);
  expect(await page.title()).toBe("Heart Rate");
  expect(new URL(page.url()).pathname).toBe("/app");
};

const camerasOn = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { cameras: MediaStreamTrack[] }).cameras.map((one) => one.readyState),
  );

/** A phone on which the phrase was spoken. */
async function spokenOn(path: string) {
  const phone = await listeningOn(on, path);
  await speakOn(phone.page);
  return phone;
}

/** Speaks the phrase; resolves to how many taps of a plain page it takes until the recorder has started. */
async function tapsUntilRecording(page: Page): Promise<number> {
  const reference = await openReference(on.browser, on.server.origin);
  const { result: took, tap } = await reference.beside(() => speakOn(page));
  await reference.close();
  return took / tap;
}

test.each(["/voice", "/settings", "/app"])(
  "a word on %s leaves the heart monitor on the screen, and is recorded within 8 taps of a plain page",
  async (path) => {
    const { page, close } = await listeningOn(on, path);
    const taps = await tapsUntilRecording(page);
    await untilRecorded(page, 2);
    await expectPlain(page);
    expect(taps).toBeLessThan(8);
    expect(await mirrorOf(page)).toMatchObject({
      isLocked: true,
      isDisguised: true,
      triggeredBy: "voice",
    });
    expect([await seen(page), await messagesOf(page)]).toEqual([null, []]);
    expect(await findingsOn(page)).toEqual([]);
    await close();
  },
);

test.each([
  ["a word", {}, speakOn],
  ["a shake", {}, shakeOn],
  ["a shake while nothing listens", { isListeningEnabled: false }, shakeOn],
  ["a word on a phone without an own PIN", { pinCode: "" }, speakOn],
] as const)(
  "%s changes nothing that can be seen, heard or timed, asks the network for nothing, and is kept under names and in amounts that say little",
  async (_, settings, trigger) => {
    const { page, context, close } = await listeningOn(on, "/app", undefined, settings);
    await page.getByText("Training session").waitFor();
    const hasOwnPin = !("pinCode" in settings);
    const before = await lookAt(page, hasOwnPin);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await untilAppKept(page);
    const asked: string[] = [];
    context.on("request", (request) => void asked.push(request.url()));
    await trigger(page);
    await untilRecorded(page, 2);
    const after = await lookAt(page, hasOwnPin);
    expect(unexplained(await differences(page, before, after), "covert")).toEqual([]);
    expect(after.tapMs).toBeLessThan(3 * before.tapMs + 50);
    expect(asked).toEqual([]);
    await close();
  },
);

test("of two pictures that are compared one dot is a difference, from five steps of a colour on, and both are kept then", async () => {
  const { page, close } = await on.visit();
  const withDot = async (value: number, size = 100) => {
    const dot = `<i style="position:fixed;width:1px;height:1px;background:rgb(128,128,${value})">`;
    await page.setContent(`<body style="background:rgb(128,128,128)">${dot}`);
    await page.setViewportSize({ width: size, height: 100 });
    return (await page.screenshot()).toString("base64");
  };
  const plain = await withDot(128);
  for (const [value, isSame] of [
    [128, true],
    [132, true],
    [124, true],
    [133, false],
    [123, false],
  ] as const) {
    const found = await lookSame(page, plain, await withDot(value));
    expect([value, found]).toEqual([value, isSame]);
    expect([...takePictures().keys()]).toEqual(isSame ? [] : ["before.png", "after.png"]);
  }
  expect(await lookSame(page, plain, await withDot(128, 101))).toBe(false);
  await close();
});

test("a word during a measurement lets the camera go, and is recorded within 8 taps of a plain page without loading anything", async () => {
  const { page, close } = await listeningOn(on, "/app", async (measuring) => {
    await measuring.getByRole("button", { name: "Measure" }).click();
    await measuring.getByRole("button", { name: "Start measuring" }).click();
    await measuring.getByText("Cover the camera with your fingertip.").waitFor();
    expect(await camerasOn(measuring)).toEqual(["live"]);
  });
  const loaded: string[] = [];
  page.on("request", (request) => void loaded.push(request.url()));
  expect(await tapsUntilRecording(page)).toBeLessThan(8);
  await untilRecorded(page, 1);
  expect(await camerasOn(page)).toEqual(["ended"]);
  expect(loaded.filter((url) => /\.(js|css)$/.test(url))).toEqual([]);
  await expectPlain(page);
  // As where another app has the camera.
  await page.getByText("The camera can't be used right now.").waitFor();
  await page.getByRole("button", { name: "Measure" }).click();
  expect(await camerasOn(page)).toEqual(["ended"]);
  await close();
});

test("the disguise outlasts a reload and other paths, and the heart that is held opens the lock", async () => {
  const { page, close } = await spokenOn("/app");
  await untilRecorded(page, 1);
  for (const path of ["/app", "/home", "/settings"]) {
    await page.goto(path, { waitUntil: "commit" });
    await page.waitForURL((url) => url.pathname === "/app");
    await expectPlain(page);
  }
  expect(await seen(page)).toBeNull();
  const before = (await partsOf(page)).length;
  await expect.poll(async () => (await partsOf(page)).length, patience).toBeGreaterThan(1);
  expect(before).toBeGreaterThan(0);
  await heartOf(page).hover();
  await page.mouse.down();
  await lockOf(page).waitFor();
  await page.mouse.up();
  // The place of the message's button shows that nothing was sent, and a tap opens it.
  await page.getByRole("button", { name: /Send to Ana/ }).click();
  await expect.poll(async () => (await messagesOf(page)).length, patience).toBe(1);
  await page.reload();
  await lockOf(page).waitFor();
  await unlockOverlay(page, ownPin);
  await expect.poll(() => mirrorOf(page), patience).toMatchObject({ isLocked: false });
  await untilEnded(page);
  await close();
});

test("a finger that stays on the heart opens the lock, and one that moves a little still holds it", async () => {
  const { page, context, close } = await spokenOn("/app");
  const phone = await context.newCDPSession(page);
  const box = await heartOf(page).boundingBox();
  const at = { x: (box?.x ?? 0) + 60, y: (box?.y ?? 0) + 60 };
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", points: (typeof at)[]) =>
    phone.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [at]);
  for (const step of [10, 20, 30]) await touch("touchMove", [{ x: at.x, y: at.y + step }]);
  await lockOf(page).waitFor();
  await touch("touchEnd", []);
  expect(await mirrorOf(page)).toMatchObject({ isLocked: true, isDisguised: false });
  await close();
});
