/** The trained phrase beside the browser's recognition: the microphone and the worklet are real, recognition is not. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fakeSpeech, say, starts } from "./fakes.ts";
import { melodyFlag } from "./melody.ts";
import { mirrorOf, openPhone, partsOf, patience, savedSettings } from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";
import { deafWhileListening, keepPhrase, quietMicrophone } from "./voice-phrase.ts";

const on = stage({ ...withoutWorkers, flags: melodyFlag });
const listening = {
  ...savedSettings,
  version: 2,
  isListeningEnabled: true,
  wakeWordMode: "custom",
  safeWord: "Pineapple",
};

/** The voice screen of somebody with a safe word and a phrase that was trained in an earlier release. */
async function openVoice(threshold: number, microphone: () => void) {
  const phone = await openPhone(on, listening);
  await fakeSpeech(phone.page);
  await phone.page.addInitScript(microphone);
  await phone.page.goto("/voice");
  await keepPhrase(phone.page, threshold);
  await phone.page.reload();
  return phone;
}

/** Says something, and waits for the next session. */
async function talk(page: Page): Promise<void> {
  const before = (await starts(page)).length;
  await say(page, "good morning");
  await expect.poll(async () => (await starts(page)).length, patience).toBeGreaterThan(before);
}

test("both are heard once both have shown it, which is known after a reload, and the safe word is recorded", async () => {
  const { page, close } = await openVoice(0, quietMicrophone);
  await page.getByText('Listening for your safe word "pineapple".').waitFor();
  await page.getByText(/^Finding out whether your trained phrase can be heard/).waitFor();
  const both = page.getByText(
    'Listening for your safe word "pineapple" and your trained phrase "purple umbrella".',
  );
  await expect
    .poll(async () => {
      await talk(page);
      return both.count();
    }, patience)
    .toBe(1);
  await page.goto("/home");
  await page.getByText("Listening for safe word and the trained phrase").waitFor();
  await say(page, "a pineapple please");
  await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
  await expect
    .poll(async () => (await partsOf(page))[0]?.decoded ?? 0, patience)
    .toBeGreaterThan(2);
  expect(await mirrorOf(page)).toMatchObject({ safeWordUsed: "pineapple", isRecording: true });
  await close();
});

test("the trained phrase starts an emergency beside recognition, whose end the recording waits for", async () => {
  const { page, close } = await openVoice(1.5, quietMicrophone);
  await expect
    .poll(() => mirrorOf(page), patience)
    .toMatchObject({
      safeWordUsed: "purple umbrella",
      isRecording: true,
    });
  await expect
    .poll(async () => (await partsOf(page))[0]?.decoded ?? 0, patience)
    .toBeGreaterThan(2);
  await close();
});

test("where only one gets the microphone recognition goes on, and the screen says what is not heard", async () => {
  const { page, close } = await openVoice(0, deafWhileListening);
  await page.getByText(/^Your trained phrase is not heard: this device cannot listen/).waitFor();
  await page.getByText('Listening for your safe word "pineapple".').waitFor();
  await page.goto("/home");
  await page.getByText("Listening for safe word", { exact: true }).waitFor();
  await say(page, "a pineapple please");
  await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
  await close();
});
