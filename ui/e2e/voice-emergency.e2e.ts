/** The voice screen's emergency box: only the PIN stops its recording. */
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import type { WatchedPage } from "./browser.ts";
import { untilRecorded } from "./evidence.ts";
import { fakeSpeech, say, starts, withSettings } from "./fakes.ts";
import { ana, demoPin, leaveEnd, mirrorOf, ownPin, partsOf, patience, unasked } from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";
import { openSettled } from "./still.ts";

const on = stage(withoutWorkers);
let watched: WatchedPage;

/** An emergency that was spoken on the voice screen, and is being recorded. */
beforeEach(async () => {
  watched = await on.visit({ permissions: ["microphone"] });
  const { page } = watched;
  await fakeSpeech(page);
  await withSettings(page, { isListeningEnabled: true, ...unasked, contacts: [ana] });
  await openSettled(page, "/voice");
  expect(await page.getByText("Emergency Active").count()).toBe(0);
  await expect.poll(async () => (await starts(page)).length).toBe(1);
  await say(page, "emergency help");
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
  await untilRecorded(page, 2);
  await stopWith(page, ownPin);
  await leaveEnd(page);
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

test("the demo PIN opens the decoy, and the recording goes on", async () => {
  const { page, close } = watched;
  await stopWith(page, demoPin);
  await page.getByRole("button", { name: /BPM/ }).waitFor();
  const before = (await partsOf(page))[0]?.duration ?? 0;
  await expect
    .poll(async () => (await partsOf(page))[0]?.duration, patience)
    .toBeGreaterThan(before);
  expect(await mirrorOf(page)).toMatchObject({ isLocked: true, isDecoy: true, isRecording: true });
  await page.goto("/voice");
  await page.waitForURL("**/app");
  expect(await page.getByText(/Recording audio|Stop Recording/).count()).toBe(0);
  await close();
});
