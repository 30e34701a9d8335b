/** The emergency on a phone that denies a permission or loses a device. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { gapsOf, untilRecorded } from "./evidence.ts";
import {
  messagesOf,
  mirrorOf,
  openPhone,
  ownPin,
  partsOf,
  patience,
  savedSettings,
  startReal,
  unlock,
  untilEnded,
} from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";

const on = stage(withoutWorkers);

describe("permissions denied", () => {
  test("no microphone: locked, message opened, 'Not recording' and why, no claim of a recording", async () => {
    const { page, context, close } = await openPhone(on);
    await context.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException("denied", "NotAllowedError"));
    });
    await page.goto("/home");
    await startReal(page);
    await page.getByText("Not recording", { exact: true }).waitFor();
    await page
      .getByText("Microphone access denied. Please enable microphone permissions.")
      .waitFor();
    await page.getByText("1 message opened", { exact: true }).waitFor();
    expect(await page.getByText("Recording audio evidence").count()).toBe(0);
    expect(await mirrorOf(page)).toMatchObject({ isRecording: false, recordingId: null });
    await close();
  });

  test("a question for the microphone that nobody answers holds up no end, and opens nothing after it", async () => {
    const { page, context, close } = await openPhone(on);
    await context.addInitScript(() => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        await new Promise<void>((allow) => Object.assign(window, { allow }));
        const stream = await open(wanted);
        Object.assign(window, { opened: stream.getTracks() });
        return stream;
      };
    });
    await page.goto("/home");
    await startReal(page);
    await unlock(page, ownPin);
    await page.getByText(/^No recording was finished here/).waitFor();
    await page.evaluate(() => (window as unknown as { allow: () => void }).allow());
    const states = () =>
      page.evaluate(() =>
        (window as unknown as { opened?: MediaStreamTrack[] }).opened?.map((one) => one.readyState),
      );
    await expect.poll(states, patience).toEqual(["ended"]);
    await close();
  });

  test("no location: the main screen says why, and messages go without it after a tap", async () => {
    const { page, close } = await openPhone(on, savedSettings, {
      permissions: ["microphone"],
    });
    await page.goto("/home");
    await page.getByText("Location unavailable", { exact: true }).waitFor();
    await page.getByText("Location access denied by user").waitFor();
    await page.getByText("Denied", { exact: true }).waitFor();
    await startReal(page);
    await page.getByText("Location not recorded").waitFor();
    // The message is opened right after the recording has begun, or not at all.
    await untilRecorded(page, 1);
    expect(await messagesOf(page)).toEqual([]);
    await page.getByRole("button", { name: /Send to Ben.*without location/ }).click();
    await page.getByText("1 message opened", { exact: true }).waitFor();
    const [message] = await messagesOf(page);
    expect(decodeURIComponent(message?.href ?? "")).toContain("Location unavailable");
    await close();
  });

  test("the main screen calls a location ready no longer than a message holds it, and says why there is none", async () => {
    const { page, context, close } = await openPhone(on);
    await context.clock.install();
    await page.goto("/home");
    await page.getByText("Ready", { exact: true }).waitFor();
    await context.clearPermissions();
    await context.grantPermissions(["microphone"]);
    await page.clock.fastForward(16 * 60_000);
    await page.getByText("The last location is too old").waitFor();
    const card = page.locator("[data-ready='false']");
    await card.getByRole("button", { name: "Try again" }).click();
    await card.getByText("Location access denied by user").waitFor();
    await close();
  });

  test("everything denied and no contacts: still locked, with calls, and the PIN ends it", async () => {
    const nobody = { ...savedSettings, contacts: [] };
    const { page, context, close } = await openPhone(on, nobody, {
      permissions: [],
    });
    await context.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException("none", "NotFoundError"));
    });
    await page.goto("/home");
    await page.getByText("No contacts saved").waitFor();
    await startReal(page);
    await page.getByText("No microphone found on this device.").waitFor();
    await page.getByText(/No contacts known\. Call for help/).waitFor();
    await page.getByRole("link", { name: "Call 000" }).click();
    expect((await messagesOf(page)).map(({ href }) => href)).toEqual(["tel:000"]);
    await unlock(page, ownPin);
    await untilEnded(page);
    await close();
  });

  test("without a wake lock it says that the screen may sleep, and asks again when the person returns", async () => {
    const { page, context, close } = await openPhone(on);
    await context.addInitScript(() => {
      const asked: number[] = [];
      Object.assign(window, { asked });
      WakeLock.prototype.request = () => {
        asked.push(performance.now());
        return Promise.reject(new DOMException("Battery saver", "NotAllowedError"));
      };
    });
    await page.goto("/home");
    await startReal(page);
    await page.getByText("Screen may sleep.").waitFor();
    await page.getByText("Recording audio evidence").waitFor();
    // Listening for words asked for a wake lock of its own before.
    const asked = () => page.evaluate(() => (window as never)["asked"]["length"] as number);
    const before = await asked();
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect.poll(asked, patience).toBeGreaterThan(before);
    await close();
  });

  test("a test goes on when the clipboard refuses, and says so", async () => {
    const { page, context, close } = await openPhone(on);
    await context.addInitScript(() => {
      Clipboard.prototype.writeText = () =>
        Promise.reject(new DOMException("no", "NotAllowedError"));
    });
    await page.goto("/home");
    await page.getByText("Ready", { exact: true }).waitFor();
    await page.getByRole("button", { name: "TEST EMERGENCY" }).click();
    await page.getByText("The test message could not be copied.").waitFor();
    await page.getByText("1 message opened", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Copy text" }).click();
    await page.getByText("The browser did not allow copying.").waitFor();
    await close();
  });

  test("shaking is offered where a tap must allow it, and stays off when it is refused", async () => {
    const tried = { ...savedSettings, isShakeEnabled: true, isShakeTried: true };
    const { page, context, close } = await openPhone(on, tried);
    await context.addInitScript(() => {
      Object.assign(DeviceMotionEvent, { requestPermission: async () => "denied" });
    });
    await page.goto("/home");
    const permissions = page.getByRole("region", { name: "Required Permissions" });
    await permissions.getByText("Shake to start").waitFor();
    await page.getByRole("button", { name: "Advanced settings" }).click();
    const shake = page.getByRole("switch", { name: "Shake to start" });
    await shake.click();
    await shake.click();
    await expect.poll(() => shake.isChecked()).toBe(false);
    await close();
  });
});

/** Where the phone is driven to. */
const away = { latitude: -31.953_12, longitude: 115.861_34, accuracy: 12 };
/** Where the emergency that is on has the phone. */
const placeOf = async (page: Page) => (await mirrorOf(page))["location"];
const lookAgain = { name: "Try to find the location again" };

describe("a location that is allowed again during the emergency", () => {
  test("is followed without a tap", async () => {
    const permissions = ["microphone"];
    const { page, context, close } = await openPhone(on, savedSettings, { permissions });
    await page.goto("/home");
    await startReal(page);
    await page.getByText("Location access denied by user").waitFor();
    await page.getByRole("button", lookAgain).waitFor();
    await context.grantPermissions(["microphone", "geolocation"]);
    await page.getByText("Location recorded").waitFor();
    expect(await page.getByRole("button", lookAgain).count()).toBe(0);
    await context.setGeolocation(away);
    await expect.poll(() => placeOf(page), patience).toMatchObject(away);
    await close();
  });

  test("is followed after one tap, in a browser that does not say what is allowed", async () => {
    const permissions = ["microphone"];
    const { page, context, close } = await openPhone(on, savedSettings, { permissions });
    await context.addInitScript(() => {
      Permissions.prototype.query = () => Promise.reject(new TypeError("Not known here"));
    });
    await page.goto("/home");
    await startReal(page);
    await page.getByText("Location access denied by user").waitFor();
    await context.grantPermissions(["microphone", "geolocation"]);
    await page.getByRole("button", lookAgain).click();
    await page.getByText("Location recorded").waitFor();
    await context.setGeolocation(away);
    await expect.poll(() => placeOf(page), patience).toMatchObject(away);
    await close();
  });
});

describe("a microphone that fails during the recording", () => {
  test("and is taken away: recording goes on as the next part", async () => {
    const { page, context, close } = await openPhone(on);
    await context.addInitScript(() => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      const streams: MediaStream[] = [];
      Object.assign(window, { streams });
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        const stream = await open(wanted);
        streams.push(stream);
        return stream;
      };
    });
    await page.goto("/home");
    await startReal(page);
    await page.getByText("Recording audio evidence").waitFor();
    await untilRecorded(page, 2);
    await page.evaluate(() => {
      const { streams } = window as unknown as { streams: MediaStream[] };
      streams[0]?.getAudioTracks()[0]?.dispatchEvent(new Event("ended"));
    });
    await expect.poll(async () => (await partsOf(page)).length, patience).toBe(2);
    await page.getByText("Recording audio evidence").waitFor();
    const [first, second] = await partsOf(page);
    expect(first?.decoded).toBeGreaterThan(1);
    expect(second?.part).toBe(2);
    await close();
  });

  test("and delivers only silence is opened again, and the gap is noted", async () => {
    const { page, context, close } = await openPhone(on);
    await context.addInitScript(() => {
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      let count = 0;
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        count += 1;
        if (count > 1) return open(wanted);
        const audio = new AudioContext();
        const silent = audio.createMediaStreamDestination();
        const nothing = new GainNode(audio, { gain: 0 });
        const tone = new OscillatorNode(audio);
        tone.connect(nothing).connect(silent);
        tone.start();
        return silent.stream;
      };
    });
    await page.goto("/home");
    await startReal(page);
    await expect.poll(async () => (await partsOf(page)).length, patience).toBe(2);
    const notes = await gapsOf(page);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain("only silence");
    await close();
  });
});
