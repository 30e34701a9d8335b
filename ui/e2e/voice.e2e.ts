/** Listening with the browser's recognition, the voice screen and the recordings, in a real browser. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, openPage } from "./browser.ts";
import { fakeBattery, fakeSpeech, noSpeech, withSettings } from "./fakes.ts";
import { startServer, type TestServer } from "./server.ts";

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

const ana = { id: "a", name: "Ana", phoneNumber: "0400000000" };
const listening = { isListeningEnabled: true, pinCode: "4321", contacts: [ana] };

async function open(path: string, settings: object = listening) {
  const watched = await openPage(browser, server.origin, {
    permissions: ["microphone", "geolocation"],
  });
  await fakeSpeech(watched.page);
  await withSettings(watched.page, settings);
  await watched.page.goto(path, { waitUntil: "networkidle" });
  return watched;
}

const say = (page: Page, text: string) =>
  page.evaluate((words) => (window as unknown as { say: (text: string) => void }).say(words), text);
const starts = (page: Page) =>
  page.evaluate(() => (window as unknown as { starts: number[] }).starts);
const isListening = (page: Page) => page.getByText("Voice control on").waitFor();

describe("listening", () => {
  test("uses the spec's settings and begins again 100 ms after each end", async () => {
    const { page, close } = await open("/app");
    await isListening(page);
    await say(page, "good morning");
    await expect.poll(async () => (await starts(page)).length).toBe(2);
    const settings = await page.evaluate(
      () => (window as unknown as { settings: object[] }).settings,
    );
    expect(settings[0]).toEqual({ lang: "en-US", continuous: false, interimResults: false });
    await close();
  });

  test("a built-in phrase, spoken in two parts, locks the heart monitor and records", async () => {
    const { page, close } = await open("/app");
    await isListening(page);
    await say(page, "this is an Emergency");
    await expect.poll(async () => (await starts(page)).length).toBe(2);
    await page.waitForTimeout(100);
    await say(page, "HELP me");
    await page.getByText("EMERGENCY MODE ACTIVE").waitFor();
    await page.getByText("Triggered by: Voice Command").waitFor();
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem("emergencyState") ?? "{}")))
      .toMatchObject({
        isLocked: true,
        triggeredBy: "voice",
        safeWordUsed: "emergency help",
        isRecording: true,
      });
    const begun = (await starts(page)).length;
    await page.waitForTimeout(1_500);
    expect((await starts(page)).length, "recognition stays away from the recording").toBe(begun);
    await close();
  });

  test("an ordinary sentence starts nothing, and old words do not complete a phrase", async () => {
    const { page, close } = await open("/app");
    await page.clock.install();
    await page.reload({ waitUntil: "networkidle" });
    await page.clock.runFor(500);
    await isListening(page);
    await say(page, "an emergency");
    await page.clock.runFor(31_000);
    await expect.poll(async () => (await starts(page)).length).toBeGreaterThan(1);
    await say(page, "help yourself to some cake");
    await page.clock.runFor(1_000);
    expect(await page.getByText("EMERGENCY MODE ACTIVE").count()).toBe(0);
    await close();
  });

  test("the custom word counts in custom mode", async () => {
    const { page, close } = await open("/app", {
      ...listening,
      wakeWordMode: "custom",
      safeWord: "Pineapple",
    });
    await isListening(page);
    await say(page, "emergency help");
    await expect.poll(async () => (await starts(page)).length).toBe(2);
    await page.waitForTimeout(100);
    await say(page, "I would like a pineapple");
    await page.getByText("EMERGENCY MODE ACTIVE").waitFor();
    await close();
  });

  test("failures are answered ever more slowly, not in a hot loop", async () => {
    const { page, close } = await open("/app");
    await isListening(page);
    const fail = () =>
      page.evaluate(() =>
        (window as unknown as { failSpeech: (code: string) => void }).failSpeech("network"),
      );
    await fail();
    await page.waitForTimeout(600);
    expect((await starts(page)).length).toBe(1);
    await expect.poll(async () => (await starts(page)).length, { timeout: 3_000 }).toBe(2);
    await close();
  });

  test("with little charge it listens in bursts 5 s apart", async () => {
    const watched = await openPage(browser, server.origin);
    const { page } = watched;
    await fakeSpeech(page);
    await fakeBattery(page, 0.1, false);
    await withSettings(page, listening);
    await page.goto("/app", { waitUntil: "networkidle" });
    await isListening(page);
    await say(page, "good morning");
    await page.waitForTimeout(2_000);
    expect((await starts(page)).length).toBe(1);
    await expect.poll(async () => (await starts(page)).length, { timeout: 6_000 }).toBe(2);
    await watched.close();
  });

  test("is off until it is switched on, and says so where nothing can listen", async () => {
    const { page, close } = await open("/app", {});
    await page.getByText("Voice control off").waitFor();
    expect(await starts(page)).toEqual([]);
    await close();
    const other = await openPage(browser, server.origin);
    await noSpeech(other.page);
    await withSettings(other.page, listening);
    await other.page.goto("/app");
    await other.page.getByText("Voice control unavailable").waitFor();
    await other.page.goto("/voice");
    await other.page.getByText("Speech recognition not supported in this browser").waitFor();
    await other.close();
  });
});

describe("the voice screen", () => {
  test("switches listening, shows what is heard, and clears it", async () => {
    const { page, close } = await open("/voice", {});
    await page.getByRole("switch", { name: "Voice Activation" }).click();
    await page.getByText("Voice monitoring started").first().waitFor();
    await expect.poll(async () => (await starts(page)).length).toBe(1);
    await page.waitForTimeout(50);
    await say(page, "good morning");
    const results = page.getByRole("list", { name: "Results" });
    await results.getByText('Heard: "good morning"').waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await results.getByText("Results appear here.").waitFor();
    await page.getByRole("button", { name: "Stop Listening" }).click();
    await page.getByText("Voice monitoring stopped").first().waitFor();
    await close();
  });

  test("tests the microphone for two seconds", async () => {
    const { page, close } = await open("/voice", {});
    await page.getByRole("button", { name: "Test Mic" }).click();
    await page.getByRole("button", { name: "Testing..." }).waitFor();
    // Chromium's fake microphone beeps once a second.
    await page.getByText(/Microphone (working|quiet)/).waitFor({ timeout: 10_000 });
    await close();
  });

  test("tests recognition without starting an emergency", async () => {
    const { page, close } = await open("/voice", {});
    await page.getByRole("button", { name: "Test Speech" }).click();
    await page.getByText("Listening, say something").waitFor();
    await say(page, "emergency help");
    await page.getByText('wake word "emergency help" found').waitFor();
    expect(await page.getByText("EMERGENCY MODE ACTIVE").count()).toBe(0);
    await close();
  });

  test("warns of low power and shows little charge", async () => {
    const watched = await openPage(browser, server.origin);
    await fakeSpeech(watched.page);
    await fakeBattery(watched.page, 0.12, false);
    await withSettings(watched.page);
    await watched.page.goto("/voice");
    await watched.page.getByText("12%").waitFor();
    await watched.page.getByText(/Low power mode/).waitFor();
    await watched.close();
  });

  test("says where the sound goes before anything listens", async () => {
    const { page, close } = await open("/voice", {});
    await page.getByText(/your browser sends what the microphone hears/).waitFor();
    await close();
  });
});

describe("the recordings", () => {
  /** Two seconds of the fake microphone's beeps as a WebM file, recorded by the browser itself. */
  const record = (page: Page) =>
    page.evaluate(async () => {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const recorder = new MediaRecorder(stream, { mimeType: "audio/webm;codecs=opus" });
      const blob = new Promise<Blob>((resolve) => {
        recorder.ondataavailable = ({ data }) => resolve(data);
      });
      recorder.start();
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      recorder.stop();
      const bytes = new Uint8Array(await (await blob).arrayBuffer());
      const audioBlob = `data:audio/webm;codecs=opus;base64,${btoa(String.fromCharCode(...bytes))}`;
      const entry = (id: string, isProcessed: boolean) => ({
        id,
        emergencyEventId: "e",
        audioBlob,
        duration: 1.5,
        mimeType: "audio/webm;codecs=opus",
        recordedAt: "2026-11-21T10:00:00.000Z",
        isProcessed,
      });
      localStorage.setItem(
        "voiceRecordings",
        JSON.stringify([entry("first", false), entry("second", true)]),
      );
    });

  test("are counted, played one at a time, downloaded by day and id, and deleted after a question", async () => {
    const { page, close } = await open("/voice", {});
    await page.getByRole("tab", { name: "Recordings" }).click();
    await page.getByText("0 recordings, 0 B in total").waitFor();
    await record(page);
    await page.getByText(/2 recordings, .* KB in total/).waitFor({ timeout: 5_000 });
    expect(await page.getByText("Raw", { exact: true }).count()).toBe(1);

    await page.getByRole("button", { name: /^Play/ }).first().click();
    await page.getByRole("button", { name: /^Stop/ }).waitFor();
    await page.getByRole("button", { name: /^Play/ }).click();
    expect(await page.getByRole("button", { name: /^Stop/ }).count()).toBe(1);
    await expect
      .poll(() => page.getByRole("button", { name: /^Play/ }).count(), { timeout: 8_000 })
      .toBe(2);

    const waiting = page.waitForEvent("download");
    await page
      .getByRole("button", { name: /^Download/ })
      .first()
      .click();
    expect((await waiting).suggestedFilename()).toBe("recording-2026-11-21-first.webm");

    await page
      .getByRole("button", { name: /^Delete/ })
      .first()
      .click();
    const question = page.getByRole("alertdialog");
    await question.getByText("Delete this emergency recording permanently?").waitFor();
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByText(/1 recording,/).waitFor();
    await page.getByRole("button", { name: "Clear All Recordings" }).click();
    await question
      .getByText("Delete ALL emergency recordings permanently? This cannot be undone.")
      .waitFor();
    await question.getByRole("button", { name: "Delete" }).click();
    await page.getByText("0 recordings, 0 B in total").waitFor();
    await close();
  });

  test("without sound say that they cannot be played", async () => {
    const { page, close } = await open("/voice", {});
    await page.evaluate(() => {
      const entry = {
        id: "x",
        emergencyEventId: "e",
        audioBlob: "data:audio/webm;base64,AAAA",
        duration: 1,
        mimeType: "audio/webm",
        recordedAt: "2026-11-21T10:00:00.000Z",
        isProcessed: true,
      };
      localStorage.setItem("voiceRecordings", JSON.stringify([entry]));
    });
    await page.getByRole("tab", { name: "Recordings" }).click();
    await page.getByRole("button", { name: /^Play/ }).click();
    await page
      .getByText(/Unable to play this recording|Could not play the recording/)
      .first()
      .waitFor();
    await close();
  });
});
