/** From a spoken phrase to a recording: recognition must let go of the microphone first. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { WIDTH } from "../src/features/voice/spotter/feature-stream.ts";
import { decoded, gapsOf, soundOf } from "./evidence.ts";
import { fakeSpeech, noSpeech } from "./fakes.ts";
import { melodyFlag, sampleRate, tonesIn } from "./melody.ts";
import { messagesOf, mirrorOf, openPhone, partsOf, patience, savedSettings } from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage({ flags: melodyFlag });
const listening = { ...savedSettings, isListeningEnabled: true };

/** Runs in the page: as on Android, a microphone that is opened during recognition is silent, without an error. */
function deafWhileListening() {
  const world = window as unknown as { isRecognising: () => boolean };
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    if (!world.isRecognising()) return stream;
    const audio = new AudioContext();
    const silence = audio.createMediaStreamDestination();
    audio
      .createMediaStreamSource(stream)
      .connect(new GainNode(audio, { gain: 0 }))
      .connect(silence);
    return silence.stream;
  };
}

/** A heart monitor that listens with the browser's recognition. */
async function openListening() {
  const phone = await openPhone(on, listening);
  await fakeSpeech(phone.page);
  await phone.page.addInitScript(deafWhileListening);
  await phone.page.goto("/app");
  await phone.page.getByText("Voice control on").waitFor();
  return phone;
}

const say = (page: Page, text: string) =>
  page.evaluate(
    (words) => (window as unknown as { say: (text: string) => Promise<void> }).say(words),
    text,
  );

/** In how many quarters of a second of one part the melody is heard. */
async function heardIn(page: Page, id: string): Promise<number> {
  const samples = await decoded(page, await soundOf(page, id), sampleRate);
  return tonesIn(samples).filter((tone) => tone !== null).length;
}

describe("a phrase that the browser recognises", () => {
  test("starts one recording with sound, and asks the server nothing", async () => {
    const { page, close } = await openListening();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
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
    expect(requests).toEqual([]);
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
    await expect
      .poll(async () => (await partsOf(page))[1]?.decoded ?? 0, patience)
      .toBeGreaterThan(2);
    const [deaf, next] = await partsOf(page);
    expect(await heardIn(page, deaf?.id ?? "")).toBe(0);
    expect(await heardIn(page, next?.id ?? "")).toBeGreaterThanOrEqual(5);
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
  // The app must create the database: opening it before would create an empty one.
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).length);
  await expect.poll(databases, patience).toBe(1);
  // Takes so vague that the first sound counts as the phrase.
  await page.evaluate(async (width) => {
    const take = new Float32Array(20 * width);
    const phrase = { phrase: "purple umbrella", takes: [[take], [take]], threshold: 1.5 };
    const opening = indexedDB.open("evidence");
    await new Promise<void>((resolve) => {
      opening.onsuccess = () => {
        const tx = opening.result.transaction("state", "readwrite");
        tx.objectStore("state").put({ ...phrase, strength: "strong" }, "voice-phrase");
        tx.oncomplete = () => resolve();
      };
    });
    opening.result.close();
    const settings = JSON.parse(localStorage.getItem("silentPartnerSettings") ?? "{}");
    const changed = { ...settings, isListeningEnabled: true };
    localStorage.setItem("silentPartnerSettings", JSON.stringify(changed));
  }, WIDTH);
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
