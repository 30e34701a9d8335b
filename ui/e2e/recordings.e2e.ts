/** The list of recordings on the voice screen, in a real browser. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fakeSpeech, withSettings } from "./fakes.ts";
import { stage } from "./stage.ts";

const on = stage();

/** The voice screen of somebody who allows the microphone. */
async function open() {
  const watched = await on.visit({ permissions: ["microphone"] });
  await fakeSpeech(watched.page);
  await withSettings(watched.page);
  await watched.page.goto("/voice", { waitUntil: "networkidle" });
  return watched;
}

/** A second and a half of the fake microphone's beeps as a WebM file, recorded by the browser itself. */
const record = (page: Page) =>
  page.evaluate(async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const recorder = new MediaRecorder(stream, { mimeType: "audio/webm;codecs=opus" });
    const pieces: Blob[] = [];
    await new Promise<void>((resolve) => {
      recorder.ondataavailable = ({ data }) => {
        pieces.push(data);
        if (pieces.length === 3) recorder.stop();
      };
      recorder.onstop = () => resolve();
      recorder.start(500);
    });
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
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

test("recordings are counted, played one at a time, downloaded, and deleted after a confirmation", async () => {
  const { page, close } = await open();
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

test("recordings without sound say that they cannot be played", async () => {
  const { page, close } = await open();
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
