/** From a spoken phrase to a recording: recognition must let go of the microphone first. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { decoded, gapsOf, soundOf } from "./evidence.ts";
import { fakeSpeech, noSpeech, say } from "./fakes.ts";
import { melodyFlag, sampleRate, tonesIn } from "./melody.ts";
import { messagesOf, mirrorOf, openPhone, partsOf, patience, savedSettings } from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";
import { deafWhileListening, keepPhrase } from "./voice-phrase.ts";

const on = stage({ ...withoutWorkers, flags: melodyFlag });
const listening = { ...savedSettings, isListeningEnabled: true };

/** A heart monitor that listens with the browser's recognition. */
async function openListening() {
  const phone = await openPhone(on, listening);
  await fakeSpeech(phone.page);
  await phone.page.addInitScript(deafWhileListening);
  await phone.page.goto("/app");
  await phone.page.getByText("Voice control on").waitFor();
  return phone;
}

/** In how many quarters of a second of one part the melody is heard. */
async function heardIn(page: Page, id: string): Promise<number> {
  const samples = await decoded(page, await soundOf(page, id), sampleRate);
  return tonesIn(samples).filter((tone) => tone !== null).length;
}

describe("a phrase that the browser recognises", () => {
  test("starts one recording with sound, and asks the server nothing", async () => {
    const { page, close } = await openListening();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await say(page, "emergency help");
    await page.getByRole("heading", { name: "EMERGENCY MODE ACTIVE" }).waitFor();
    await page.getByText("Audio recording in progress").waitFor();
    await expect
      .poll(async () => (await partsOf(page))[0]?.decoded ?? 0, patience)
      .toBeGreaterThan(4);
    const [part, ...others] = await partsOf(page);
    expect(others).toEqual([]);
    expect(part?.emergencyEventId).toBe((await mirrorOf(page))["emergencyId"]);
    expect((await soundOf(page, part?.id)).length).toBeGreaterThan(4_000);
    expect(await heardIn(page, part?.id ?? "")).toBeGreaterThanOrEqual(11);
    // Code that was due when the page rests may still arrive; it is the same for everybody.
    expect(asked.filter((path) => !path.startsWith("/assets/"))).toEqual([]);
    // Without a tap nothing may open by itself.
    expect(await messagesOf(page)).toEqual([]);
    await close();
  });

  test("is recorded with sound once a hanging recogniser lets go; the silence before is noted", async () => {
    const { page, close } = await openListening();
    await page.evaluate(() => Object.assign(window, { isSpeechHanging: true }));
    await say(page, "emergency help");
    await page.getByText("Audio recording in progress").waitFor();
    await expect.poll(async () => (await partsOf(page)).length, patience).toBeGreaterThan(0);
    await page.evaluate(() => (window as unknown as { letSpeechGo: () => void }).letSpeechGo());
    await expect.poll(async () => (await partsOf(page)).length, patience).toBe(2);
    // A part that begins before the recogniser has let go is silent too, and is replaced like the first.
    const heardLast = async () => heardIn(page, (await partsOf(page)).at(-1)?.id ?? "");
    await expect.poll(heardLast, patience).toBeGreaterThanOrEqual(5);
    expect(await heardIn(page, (await partsOf(page))[0]?.id ?? "")).toBe(0);
    const gaps = (await gapsOf(page)).join("\n");
    expect(gaps).toContain("had not let go of the microphone");
    expect(gaps).toContain("only silence");
    await close();
  });
});

test("a trained phrase starts one recording with sound", async () => {
  const { page, close } = await openPhone(on, { ...listening, isListeningEnabled: false });
  await noSpeech(page);
  await page.goto("/app");
  // Takes so vague that the first sound counts as the phrase.
  await keepPhrase(page, 1.5);
  await page.evaluate(() => {
    const settings = JSON.parse(localStorage.getItem("silentPartnerSettings") ?? "{}");
    const changed = { ...settings, isListeningEnabled: true };
    localStorage.setItem("silentPartnerSettings", JSON.stringify(changed));
  });
  await page.reload();
  await page.getByRole("heading", { name: "EMERGENCY MODE ACTIVE" }).waitFor();
  await expect
    .poll(async () => (await partsOf(page))[0]?.decoded ?? 0, patience)
    .toBeGreaterThan(4);
  expect(await mirrorOf(page)).toMatchObject({
    triggeredBy: "voice",
    safeWordUsed: "purple umbrella",
    isRecording: true,
  });
  const [part, ...others] = await partsOf(page);
  expect(others).toEqual([]);
  expect(await heardIn(page, part?.id ?? "")).toBeGreaterThanOrEqual(11);
  await close();
});
