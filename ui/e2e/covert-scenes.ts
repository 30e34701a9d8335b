/** A person who chose to stay disguised speaks the phrase. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { fakeSpeech, starts } from "./fakes.ts";
import { openPhone, patience, savedSettings } from "./phone.ts";
import type { Stage } from "./stage.ts";
import { grantWakeLocks } from "./twins.ts";

const covert = {
  ...savedSettings,
  ...{ isListeningEnabled: true, staysDisguised: true, isShakeEnabled: true, isShakeTried: true },
};

interface World {
  readonly untilListening: () => Promise<unknown>;
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

/** A phone that stays disguised; something was done on a page of it, and the phrase is about to be spoken there. */
export async function listeningOn(
  on: Stage,
  path: string,
  before: (page: Page) => Promise<void> = async () => undefined,
  settings: object = {},
) {
  const permissions = ["geolocation", "microphone", "camera"];
  const chosen = { ...covert, ...settings };
  const phone = await openPhone(on, chosen, { bypassCSP: true, permissions });
  const { page } = phone;
  await page.addInitScript(grantWakeLocks);
  await page.addInitScript(keepCameras);
  await fakeSpeech(page);
  await page.addInitScript(watch);
  await page.goto(path, { waitUntil: "networkidle" });
  const engines = chosen.isListeningEnabled ? 1 : 0;
  await expect.poll(async () => (await starts(page)).length, patience).toBe(engines);
  await before(page);
  return phone;
}

/** Shakes the phone as a trigger is shaken; resolves when the recorder has started. */
export async function shakeOn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const acceleration = { x: 15, y: 15, z: 10 };
    for (let count = 0; count < 5; count += 1) {
      // The time between two shakes is part of the pattern.
      await new Promise((resolve) => setTimeout(resolve, 520));
      window.dispatchEvent(new DeviceMotionEvent("devicemotion", { acceleration }));
    }
  });
  const times = () => page.evaluate(() => (window as unknown as World).times);
  await expect.poll(times, patience).toHaveProperty("recording");
}

/** Speaks the phrase; resolves to the milliseconds until the recorder has started. */
export async function speakOn(page: Page): Promise<number> {
  await page.evaluate(async () => {
    const world = window as unknown as World;
    await world.untilListening();
    world.times["spoken"] = performance.now();
    return world.say("emergency help");
  });
  const times = () => page.evaluate(() => (window as unknown as World).times);
  await expect.poll(times, patience).toHaveProperty("recording");
  const { spoken, recording } = await times();
  return recording - spoken;
}
