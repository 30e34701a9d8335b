/** The emergency where something is missing, broken or happens twice. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, watch } from "./browser.ts";
import {
  messagesOf,
  mirrorOf,
  openPhone,
  ownPin,
  partsOf,
  savedSettings,
  startReal,
  unlock,
} from "./phone.ts";
import { startServer, type TestServer } from "./server.ts";

/** A busy machine needs longer than the library expects. */
const patience = { timeout: 10_000 };

let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  server = await startServer();
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Starts an emergency the way voice monitoring does. */
const say = (page: Page, word: string) =>
  page.evaluate((safeWordUsed) => {
    const detail = { triggeredBy: "voice", safeWordUsed };
    window.dispatchEvent(new CustomEvent("emergency-trigger", { detail }));
  }, word);

describe("permissions denied", () => {
  test("no microphone: locked, message opened, 'Not recording' and why, no claim of a recording", async () => {
    const { page, context, close } = await openPhone(browser, server.origin);
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
    await page.getByText("1 contact notified").waitFor();
    expect(await page.getByText("Recording audio evidence").count()).toBe(0);
    expect(await mirrorOf(page)).toMatchObject({ isRecording: false, recordingId: null });
    await close();
  });

  test("no location: its reason on the main screen, a message without it for each contact", async () => {
    const { page, close } = await openPhone(browser, server.origin, savedSettings, {
      permissions: ["microphone"],
    });
    await page.goto("/home");
    await page.getByText("Location unavailable", { exact: true }).waitFor();
    await page.getByText("Location access denied by user").waitFor();
    await page.getByText("Denied", { exact: true }).waitFor();
    await startReal(page);
    await page.getByText("Location not recorded").waitFor();
    await page.waitForTimeout(1_500);
    expect(await messagesOf(page)).toEqual([]);
    await page.getByRole("button", { name: /Send to Ben.*without location/ }).click();
    await page.getByText("1 contact notified").waitFor();
    const [message] = await messagesOf(page);
    expect(decodeURIComponent(message?.href ?? "")).toContain("Location unavailable");
    await close();
  });

  test("everything denied and no contacts: still locked, with calls, and the PIN ends it", async () => {
    const nobody = { ...savedSettings, contacts: [] };
    const { page, context, close } = await openPhone(browser, server.origin, nobody, {
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
    await page.getByText(/No contacts saved\. Call for help/).waitFor();
    await page.getByRole("link", { name: "Call 000" }).click();
    expect((await messagesOf(page)).map(({ href }) => href)).toEqual(["tel:000"]);
    await unlock(page, ownPin);
    await page.getByText("Emergency Resolved", { exact: true }).waitFor();
    await close();
  });

  test("a microphone that is taken away mid-way is noticed, and recording goes on as the next part", async () => {
    const { page, context, close } = await openPhone(browser, server.origin);
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
    await page.waitForTimeout(1_500);
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

  test("a microphone that delivers only silence is opened again within three seconds", async () => {
    const { page, context, close } = await openPhone(browser, server.origin);
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
    const notes = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const open = indexedDB.open("evidence");
          open.onsuccess = () => {
            const request = open.result.transaction("chunks").objectStore("chunks").getAll();
            request.onsuccess = () => {
              const gaps = request.result.filter((chunk) => chunk.kind === "gap");
              open.result.close();
              resolve(gaps.map((chunk) => new TextDecoder().decode(chunk.bytes)));
            };
          };
        }),
    );
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain("only silence");
    await close();
  });
});

describe("a full storage", () => {
  test("keeps the emergency going, says that the sound is not saved, and hands it over as a file", async () => {
    const { page, context, close } = await openPhone(browser, server.origin);
    await page.goto("/home");
    const devtools = await context.newCDPSession(page);
    await page.evaluate(() => localStorage.setItem("ballast", "x".repeat(5_242_000 - 2_000)));
    await devtools.send("Storage.overrideQuotaForOrigin", { origin: server.origin, quotaSize: 1 });
    await startReal(page);
    await page.getByText("1 contact notified").waitFor();
    await page.getByText(/Storage is full\. Recording not saved on this phone/).waitFor();
    expect(await page.getByText("Recording audio evidence", { exact: true }).count()).toBe(0);
    await page.waitForTimeout(2_000);
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the recording now" }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toMatch(/\.webm$/);
    const last = page.waitForEvent("download");
    await unlock(page, ownPin);
    expect((await last).suggestedFilename()).toMatch(/\.webm$/);
    await page.getByText("Emergency Resolved", { exact: true }).waitFor();
    await close();
  });

  test("that gets room again takes every second that waited in memory", async () => {
    const { page, context, close } = await openPhone(browser, server.origin);
    await page.goto("/home");
    const devtools = await context.newCDPSession(page);
    const quota = { origin: server.origin };
    await devtools.send("Storage.overrideQuotaForOrigin", { ...quota, quotaSize: 1 });
    await startReal(page);
    await page.getByText(/Storage is full\. Recording not saved on this phone/).waitFor();
    await page.waitForTimeout(2_000);
    await devtools.send("Storage.overrideQuotaForOrigin", quota);
    await page.getByText("Recording audio evidence", { exact: true }).waitFor();
    const [part] = await partsOf(page);
    expect(part?.decoded).toBeGreaterThan(2);
    await close();
  });
});

describe("twice at the same time", () => {
  test("two tabs triggered together have one emergency, one recording and one lock", async () => {
    const { page, context, close } = await openPhone(browser, server.origin);
    const other = await context.newPage();
    const problems = watch(other, server.origin);
    await Promise.all([page.goto("/home"), other.goto("/home")]);
    await page.getByText("Ready", { exact: true }).waitFor();
    await other.getByText("Ready", { exact: true }).waitFor();
    await Promise.all([say(page, "Help"), say(other, "Help")]);
    for (const tab of [page, other]) {
      await tab.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
      await tab.getByText("Recording audio evidence").waitFor();
    }
    await page.waitForTimeout(2_500);
    const parts = await partsOf(page);
    const { emergencyId } = await mirrorOf(page);
    expect(parts).toHaveLength(1);
    expect(parts[0]?.emergencyEventId).toBe(emergencyId);
    await unlock(page, ownPin);
    for (const tab of [page, other]) {
      await tab.getByRole("heading", { name: "Emergency Assistance" }).waitFor();
    }
    expect(problems).toEqual([]);
    await close();
  });

  test("a tab that closes while it records is followed by the other one", async () => {
    const { page, context, close } = await openPhone(browser, server.origin);
    const other = await context.newPage();
    await page.goto("/home");
    await startReal(page);
    await page.getByText("Recording audio evidence").waitFor();
    await page.waitForTimeout(2_000);
    await other.goto("/home");
    await other.getByText("Recording audio evidence").waitFor();
    await page.close();
    await expect.poll(async () => (await partsOf(other)).length, patience).toBe(2);
    const { emergencyId } = await mirrorOf(other);
    const parts = await partsOf(other);
    expect(parts.map((part) => part.emergencyEventId)).toEqual([emergencyId, emergencyId]);
    await close();
  });

  test("a word heard twice while the button is pressed starts one emergency", async () => {
    const { page, close } = await openPhone(browser, server.origin);
    await page.goto("/home");
    await page.getByRole("button", { name: "REAL EMERGENCY" }).click();
    await page.evaluate(() => {
      const detail = { triggeredBy: "voice", safeWordUsed: "help me" };
      const say = () => window.dispatchEvent(new CustomEvent("emergency-trigger", { detail }));
      say();
      say();
      const buttons = [...document.querySelectorAll("button")];
      buttons.find((button) => button.textContent === "Yes, start now")?.click();
    });
    await page.getByText('Voice Command "help me"').waitFor();
    await page.waitForTimeout(2_000);
    expect(await partsOf(page)).toHaveLength(1);
    expect(await messagesOf(page)).toEqual([]);
    await close();
  });
});

describe("other ways to begin", () => {
  test("five hard shakes start it, four do not", async () => {
    const { page, close } = await openPhone(browser, server.origin);
    await page.goto("/home");
    await page.getByText("Ready", { exact: true }).waitFor();
    const shake = (count: number) =>
      page.evaluate(async (times) => {
        for (let done = 0; done < times; done += 1) {
          const acceleration = { x: 15, y: 15, z: 10 };
          window.dispatchEvent(new DeviceMotionEvent("devicemotion", { acceleration }));
          await new Promise((resolve) => setTimeout(resolve, 520));
        }
      }, count);
    await shake(4);
    await page.waitForTimeout(3_100);
    expect(await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).count()).toBe(0);
    await shake(5);
    await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    await page.getByText("Shake", { exact: true }).waitFor();
    await page.getByText("Message ready - tap to send").first().waitFor();
    expect(await messagesOf(page)).toEqual([]);
    await close();
  });
});

describe("an error in a panel", () => {
  test("takes the panel away and leaves the buttons, which work", async () => {
    const { page, context, close, expectProblem } = await openPhone(browser, server.origin);
    await context.addInitScript(() => {
      const { round } = Math;
      Math.round = (value) => {
        if (value === 12 && !document.body.textContent?.includes("EMERGENCY ACTIVE")) {
          throw new Error("A panel failed");
        }
        return round(value);
      };
    });
    await page.goto("/home");
    await page.getByText(/This part does not work right now/).waitFor();
    await startReal(page);
    await page.getByText("Recording audio evidence").waitFor();
    await page.getByText("1 contact notified").waitFor();
    expectProblem(/A panel failed/);
    await close();
  });
});
