/** The voice screen's emergency box: its recording stops through the code, and through nothing else. */
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import type { WatchedPage } from "./browser.ts";
import { fakeSpeech, withSettings } from "./fakes.ts";
import { ana, demoPin, mirrorOf, ownPin, partsOf } from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage();
let watched: WatchedPage;

/** An emergency that was spoken on the voice screen, and is being recorded. */
beforeEach(async () => {
  watched = await on.visit({ permissions: ["microphone"] });
  const { page } = watched;
  await fakeSpeech(page);
  await withSettings(page, { isListeningEnabled: true, pinCode: ownPin, contacts: [ana] });
  await page.goto("/voice", { waitUntil: "networkidle" });
  expect(await page.getByText("Emergency Active").count()).toBe(0);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { starts: number[] }).starts.length))
    .toBe(1);
  await page.evaluate(() =>
    (window as unknown as { say: (text: string) => void }).say("emergency help"),
  );
  await page.getByRole("heading", { name: "Emergency Active" }).waitFor();
  await page.getByText("Recording audio", { exact: true }).waitFor();
});

/** Presses Stop Recording and types into the field that then has the focus. */
async function stopWith(page: Page, pin: string): Promise<void> {
  await page.getByRole("button", { name: "Stop Recording" }).click();
  await expect
    .poll(() => page.getByLabel("Enter PIN to Unlock").evaluate((field) => field.matches(":focus")))
    .toBe(true);
  await page.keyboard.type(pin);
  await page.keyboard.press("Enter");
}

test("Stop Recording asks for the PIN, which ends the recording and keeps it", async () => {
  const { page, close } = watched;
  await page.waitForTimeout(2_500);
  await stopWith(page, ownPin);
  await page.getByRole("heading", { name: "Voice", exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/voice");
  await expect.poll(() => mirrorOf(page)).toMatchObject({ isLocked: false, isRecording: false });
  await page.getByText("Recording Saved").first().waitFor();
  expect(await page.getByText("Emergency Active").count()).toBe(0);
  const [part, ...others] = await partsOf(page);
  expect(others).toEqual([]);
  expect(part?.decoded).toBeGreaterThan(1);
  await page.getByRole("tab", { name: "Recordings" }).click();
  await page.getByText(/^1 recording,/).waitFor();
  await close();
});

test("the demo PIN only seems to stop it", async () => {
  const { page, close } = watched;
  await stopWith(page, demoPin);
  await page.getByRole("button", { name: /BPM/ }).waitFor();
  const before = (await partsOf(page))[0]?.duration ?? 0;
  await page.waitForTimeout(2_500);
  expect(await mirrorOf(page)).toMatchObject({ isLocked: true, isDecoy: true, isRecording: true });
  expect((await partsOf(page))[0]?.duration).toBeGreaterThan(before);
  await page.goto("/voice");
  await page.waitForURL("**/app");
  expect(await page.getByText(/Recording audio|Stop Recording/).count()).toBe(0);
  await close();
});
