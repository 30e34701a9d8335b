/** Listening with the browser's recognition, and the voice screen, in a real browser. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { untilRecorded } from "./evidence.ts";
import { fakeBattery, fakeSpeech, noSpeech, say, starts, withSettings } from "./fakes.ts";
import { unasked } from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";
import { openSettled, reloadSettled, stopClock } from "./still.ts";

const on = stage(withoutWorkers);

const ana = { id: "a", name: "Ana", phoneNumber: "0400000000" };
const listening = { isListeningEnabled: true, ...unasked, contacts: [ana] };

async function open(path: string, settings: object = listening) {
  const watched = await on.visit({
    permissions: ["microphone", "geolocation"],
  });
  await fakeSpeech(watched.page);
  await withSettings(watched.page, settings);
  await openSettled(watched.page, path);
  return watched;
}

const ends = (page: Page) => page.evaluate(() => (window as unknown as { ends: number[] }).ends);
/** Whether a session is running, and not the pause between two. */
const isRecognising = (page: Page) =>
  page.evaluate(() => (window as unknown as { isRecognising: () => boolean }).isRecognising());
/** Runs in the page: the person has refused the microphone. */
function denyMicrophone() {
  const ask = navigator.permissions.query.bind(navigator.permissions);
  navigator.permissions.query = async (wanted) =>
    wanted.name === ("microphone" as PermissionName)
      ? (Object.assign(new EventTarget(), { state: "denied" }) as PermissionStatus)
      : ask(wanted);
}
const isListening = (page: Page) => page.getByText("Voice control on").waitFor();

/** Opens the heart monitor, which listens, and stops its clock. */
async function openOnSetClock(before: (page: Page) => Promise<void> = async () => undefined) {
  const watched = await on.visit({ permissions: ["microphone", "geolocation"] });
  const { page } = watched;
  await page.clock.install();
  await fakeSpeech(page);
  await before(page);
  await withSettings(page, listening);
  await openSettled(page, "/app");
  await isListening(page);
  await stopClock(page);
  return watched;
}
/** Lets time pass on the page's clock; how many sessions have begun since the page was opened. */
async function startsAfter(page: Page, ms: number): Promise<number> {
  await page.clock.runFor(ms);
  return (await starts(page)).length;
}

describe("listening", () => {
  test("asks for one utterance of English at a time, and begins again after each", async () => {
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
    await untilRecorded(page, 2);
    expect((await starts(page)).length, "recognition stays away from the recording").toBe(begun);
    await close();
  });

  test("an ordinary sentence starts nothing, and old words do not complete a phrase", async () => {
    const { page, close } = await open("/app");
    await page.clock.install();
    await reloadSettled(page);
    await page.clock.runFor(500);
    await isListening(page);
    await say(page, "an emergency");
    await page.clock.runFor(31_000);
    await expect.poll(async () => (await starts(page)).length).toBeGreaterThan(1);
    await expect.poll(() => isRecognising(page)).toBe(true);
    await say(page, "help yourself to some cake");
    await page.clock.runFor(1_000);
    expect(await page.getByText("EMERGENCY MODE ACTIVE").count()).toBe(0);
    await close();
  });

  test("in custom mode the safe word starts an emergency, and a built-in phrase does not", async () => {
    const { page, close } = await open("/app", {
      ...listening,
      wakeWordMode: "custom",
      safeWord: "Pineapple",
    });
    await isListening(page);
    await say(page, "emergency help");
    await expect.poll(async () => (await starts(page)).length).toBe(2);
    await say(page, "I would like a pineapple");
    await page.getByText("EMERGENCY MODE ACTIVE").waitFor();
    await close();
  });

  test("it begins again 1 s after a failure, and 5 s after the next", async () => {
    const { page, close } = await openOnSetClock();
    const pauses: number[] = [];
    for (const session of [1, 2]) {
      await page.evaluate(() =>
        (window as unknown as { failSpeech: (code: string) => Promise<void> }).failSpeech(
          "network",
        ),
      );
      await expect.poll(() => startsAfter(page, 250)).toBe(session + 1);
      pauses.push(((await starts(page))[session] ?? 0) - ((await ends(page))[session - 1] ?? 0));
    }
    expect(pauses[0]).toBeGreaterThanOrEqual(1_000);
    expect(pauses[1]).toBeGreaterThanOrEqual(5_000);
    await close();
  });

  test("with a low battery it pauses for 5 s between two sessions", async () => {
    const { page, close } = await openOnSetClock((one) => fakeBattery(one, 0.1, false));
    await say(page, "good morning");
    await expect.poll(() => startsAfter(page, 250)).toBe(2);
    const [ended, begun] = [(await ends(page))[0], (await starts(page))[1]];
    expect((begun ?? 0) - (ended ?? 0)).toBeGreaterThanOrEqual(5_000);
    await close();
  });

  test("a safe word saved in Advanced Settings is what is heard, and the main screen says so", async () => {
    const { page, close } = await open("/home");
    await page.getByText("Listening for the built-in phrases").waitFor();
    await page.getByRole("button", { name: "Advanced settings" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/^The app listens for the built-in phrases now/).waitFor();
    await dialog.getByLabel("Safe Word").fill("Purple Umbrella");
    await dialog.getByText(/^Save to listen for this word/).waitFor();
    await dialog.getByRole("button", { name: "Save Settings" }).click();
    await page.getByText("Listening for safe word").waitFor();
    await expect.poll(async () => (await starts(page)).length).toBe(2);
    await say(page, "where is my purple umbrella");
    await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    await close();
  });

  test("is off until it is switched on, and says so where nothing can listen", async () => {
    const { page, close } = await open("/app", {});
    await page.getByText("Voice control off").waitFor();
    expect(await starts(page)).toEqual([]);
    await close();
    const other = await on.visit();
    await noSpeech(other.page);
    await withSettings(other.page, listening);
    await other.page.goto("/app");
    await other.page.getByText("Voice control unavailable").waitFor();
    await other.page.goto("/voice");
    const alert = other.page.getByRole("alert");
    await alert.getByText(/Speech recognition not supported in this browser/).waitFor();
    await other.close();
  });
});

describe("the voice screen", () => {
  test("switches listening, shows what is heard, and clears it", async () => {
    const { page, close } = await open("/voice", {});
    await page.getByRole("switch", { name: "Voice Activation" }).click();
    await page.getByText("Voice monitoring started").first().waitFor();
    // Switched on here, the safe word is what is heard, and the choice shows it.
    await page.getByText('Listening for your safe word "help".').first().waitFor();
    expect(await page.getByRole("radio", { name: /^Custom/ }).isChecked()).toBe(true);
    await expect.poll(async () => (await starts(page)).length).toBe(1);
    await say(page, "good morning");
    const results = page.getByRole("list", { name: "Results" });
    await results.getByText('Heard: "good morning"').waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await results.getByText("Results appear here.").waitFor();
    await page.getByRole("button", { name: "Stop Listening" }).click();
    await page.getByText("Voice monitoring stopped").first().waitFor();
    await page.getByText("Not listening.").waitFor();
    await close();
  });

  test("with a denied microphone it never says that it listens", async () => {
    const watched = await on.visit({ permissions: [] });
    const { page, context } = watched;
    await fakeSpeech(page);
    await page.addInitScript(denyMicrophone);
    await withSettings(page, {});
    await openSettled(page, "/voice");
    await page.getByRole("switch", { name: "Voice Activation" }).click();
    await page.getByText("Not listening yet").first().waitFor();
    await page.getByRole("alert").getByText("Not listening: Microphone access denied.").waitFor();
    expect(await page.getByText("Voice monitoring started").count()).toBe(0);
    expect(await starts(page)).toEqual([]);
    const main = await context.newPage();
    await fakeSpeech(main);
    await main.addInitScript(denyMicrophone);
    await main.goto("/home");
    await main.getByText("Not listening: Microphone access denied").waitFor();
    await watched.close();
  });

  test("a safe word is a draft until it is saved, and a bad one is refused", async () => {
    const { page, close } = await open("/voice", { ...listening, version: 2 });
    await page.getByText("Listening for the built-in phrases.").first().waitFor();
    const field = page.getByRole("textbox", { name: "Safe word" });
    await field.fill("p");
    await page.getByRole("button", { name: "Save safe word" }).click();
    await page.getByText(/Use at least 4 letters/).waitFor();
    await field.fill("thanks");
    await page.getByRole("button", { name: "Save safe word" }).click();
    await page.getByText(/People say "thanks" by chance/).waitFor();
    await field.fill("pineapple");
    await say(page, "what a lovely pineapple");
    await expect.poll(async () => (await starts(page)).length).toBe(2);
    expect(await page.getByText("EMERGENCY MODE ACTIVE").count()).toBe(0);
    await page.getByRole("button", { name: "Save safe word" }).click();
    await page.getByText('Listening for your safe word "pineapple".').first().waitFor();
    await expect.poll(async () => (await starts(page)).length).toBe(3);
    await say(page, "what a lovely pine-apple");
    await page.getByText("Emergency Active").first().waitFor();
    await close();
  });

  test("tests the microphone for two seconds", async () => {
    const { page, close } = await open("/voice", {});
    await page.getByRole("button", { name: "Test Mic" }).click();
    await page.getByRole("button", { name: "Testing..." }).waitFor();
    // Chromium's fake microphone beeps once a second.
    await page.getByText(/Microphone (working|quiet)/).waitFor();
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

  test("shows a low battery and warns of the low power mode", async () => {
    const watched = await on.visit();
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
