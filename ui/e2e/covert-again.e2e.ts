/** A word that is spoken again behind a decoy: the guardian gets another alarm, and the recording goes on. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { startGuarded } from "./guardian-phones.ts";
import { demoPin, mirrorOf, partsOf, patience, unlockOverlay } from "./phone.ts";
import { keepPhrase } from "./voice-phrase.ts";

/** Two alarms of one emergency are 20 s apart. */
const untilNextAlarm = { timeout: 40_000 };

/** Listens for the trained phrase on the page, for which every sound of the microphone passes. */
async function listenForAnySound(page: Page): Promise<void> {
  await keepPhrase(page, 1.5);
  await page.evaluate(() => {
    const settings = JSON.parse(localStorage.getItem("silentPartnerSettings") ?? "{}");
    const changed = { ...settings, isListeningEnabled: true, wakeWordMode: "trained" };
    localStorage.setItem("silentPartnerSettings", JSON.stringify(changed));
  });
  await page.reload();
}

test("a word, a decoy unlock and the word again are two alarms on the guardian's phone, and one recording without a gap", {
  timeout: 180_000,
}, async () => {
  const phones = await startGuarded();
  const { her, his } = phones;
  await her.page.goto(`${phones.server.origin}/app`);
  await listenForAnySound(her.page);
  await her.page.getByRole("heading", { name: "EMERGENCY MODE ACTIVE" }).waitFor(patience);
  await her.page.getByText("Audio recording in progress").waitFor(patience);
  await unlockOverlay(her.page, demoPin);
  await her.page.getByRole("button", { name: /BPM/ }).waitFor();
  await expect
    .poll(() => mirrorOf(her.page), untilNextAlarm)
    .toMatchObject({
      isLocked: true,
      isDecoy: true,
      alarms: 2,
    });
  await his.page.goto(`${phones.server.origin}/watch`);
  const alarms = his.page.getByText(/^Mia started an emergency\./);
  await expect.poll(() => alarms.count(), patience).toBe(2);
  const [part, ...others] = await partsOf(her.page);
  expect(others, "the recorder's microphone was never opened anew").toEqual([]);
  // From the trigger to the second alarm; the chunk that is being recorded is not stored yet.
  expect(part?.decoded).toBeGreaterThan(15);
  await phones.stop();
});
