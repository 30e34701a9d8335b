/** An emergency that was spoken by a person who had chosen to stay disguised. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findingsOn } from "./axe.ts";
import { untilRecorded } from "./evidence.ts";
import { fakeSpeech } from "./fakes.ts";
import {
  messagesOf,
  mirrorOf,
  openPhone,
  ownPin,
  partsOf,
  patience,
  savedSettings,
  unlockOverlay,
} from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage();
const covert = { ...savedSettings, isListeningEnabled: true, staysDisguised: true };

/** Words that an ordinary heart monitor has no use for. */
const telling = /emergenc|record|silent|partner|safe|demo|premium|\bmain\b|voice|contact|000/i;

interface World {
  readonly starts: readonly number[];
  readonly say: (text: string) => Promise<void>;
  times: Record<"spoken" | "recording", number>;
}

/** Runs in the page: notes words of a lock or a toast, a sound or a vibration, and when the recorder starts. */
function watch() {
  const note = (what: string) => sessionStorage.setItem("seen", what);
  const words = /emergency (mode )?active|send to|recording audio|audio recording|activated/i;
  const look = () => {
    // biome-ignore lint/performance/useDomNodeTextContent: only what is visible counts.
    const text = `${document.body?.innerText ?? ""} ${document.title}`;
    if (words.test(text)) note(text);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  navigator.vibrate = () => {
    note("a vibration");
    return true;
  };
  HTMLMediaElement.prototype.play = async () => note("a sound");
  const times: Record<string, number> = {};
  Object.assign(window, { times });
  const { start } = MediaRecorder.prototype;
  MediaRecorder.prototype.start = function (this: MediaRecorder, timeslice) {
    this.addEventListener("start", () => {
      times["recording"] ??= performance.now();
    });
    start.call(this, timeslice);
  };
}

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

/** Runs in the page: keeps the tracks of every camera that is opened. */
function keepCameras() {
  const { mediaDevices } = navigator;
  if (mediaDevices === undefined) return;
  const cameras: MediaStreamTrack[] = [];
  Object.assign(window, { cameras });
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    cameras.push(...stream.getVideoTracks());
    return stream;
  };
}

const camerasOn = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { cameras: MediaStreamTrack[] }).cameras.map((one) => one.readyState),
  );

/** A phone on which the phrase was spoken on a page, after something else was done there. */
async function spokenOn(
  path: string,
  before: (page: Page) => Promise<void> = async () => undefined,
) {
  const permissions = ["geolocation", "microphone", "camera"];
  const phone = await openPhone(on, covert, { bypassCSP: true, permissions });
  const { page } = phone;
  await page.addInitScript(keepCameras);
  await fakeSpeech(page);
  await page.addInitScript(watch);
  await page.goto(path, { waitUntil: "networkidle" });
  await expect
    .poll(() => page.evaluate(() => (window as unknown as World).starts.length), patience)
    .toBe(1);
  await before(page);
  await page.evaluate(() => {
    const world = window as unknown as World;
    world.times["spoken"] = performance.now();
    return world.say("emergency help");
  });
  return phone;
}

test.each(["/voice", "/settings", "/app"])(
  "a word on %s leaves the heart monitor on the screen, and is recorded within a second",
  async (path) => {
    const { page, close } = await spokenOn(path);
    await untilRecorded(page, 2);
    await expectPlain(page);
    const { spoken, recording } = await page.evaluate(() => (window as unknown as World).times);
    expect(recording - spoken).toBeLessThanOrEqual(1_000);
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

test("a word during a measurement lets the camera go, and is recorded within a second without loading anything", async () => {
  const loaded: string[] = [];
  const { page, close } = await spokenOn("/app", async (measuring) => {
    await measuring.getByRole("button", { name: "Measure" }).click();
    await measuring.getByRole("button", { name: "Start measuring" }).click();
    await measuring.getByText("Cover the camera with your fingertip.").waitFor();
    expect(await camerasOn(measuring)).toEqual(["live"]);
    measuring.on("request", (request) => void loaded.push(request.url()));
  });
  await untilRecorded(page, 1);
  expect(await camerasOn(page)).toEqual(["ended"]);
  expect(loaded.filter((url) => /\.(js|css)$/.test(url))).toEqual([]);
  await expectPlain(page);
  const { spoken, recording } = await page.evaluate(() => (window as unknown as World).times);
  expect(recording - spoken).toBeLessThanOrEqual(1_000);
  await page.getByRole("button", { name: "Measure" }).click();
  await page.getByText("The camera can't be used right now.").waitFor();
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
  await page.getByText("Emergency Resolved", { exact: true }).first().waitFor();
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
