/** The list of recordings on the voice screen, in a real browser. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { entriesOf } from "#test/archive.ts";
import { untilRecorded } from "./evidence.ts";
import { fakeSpeech, withSettings } from "./fakes.ts";
import { openPhone, ownPin, partsOf, startReal, unlock } from "./phone.ts";
import { stage } from "./stage.ts";
import { openSettled } from "./still.ts";

const on = stage();

/** Changes a byte of a part's second link in every home. */
const alterChunk = (page: Page, id: string) =>
  page.evaluate(async (recordingId) => {
    const root = await navigator.storage.getDirectory();
    await root.removeEntry("parts", { recursive: true }).catch(() => undefined);
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open("evidence");
      opening.onsuccess = () => {
        const tx = opening.result.transaction("chunks", "readwrite");
        const chunks = tx.objectStore("chunks");
        const request = chunks.get([recordingId, 1]);
        request.onsuccess = () => {
          const bytes = new Uint8Array(request.result.bytes);
          bytes[0] = (bytes[0] ?? 0) ^ 1;
          chunks.put({ ...request.result, bytes: bytes.buffer });
        };
        tx.oncomplete = () => {
          opening.result.close();
          resolve();
        };
        tx.onabort = () => reject(tx.error);
      };
    });
  }, id);

/** The voice screen of somebody who allows the microphone. */
async function open() {
  const watched = await on.visit({ permissions: ["microphone"] });
  await fakeSpeech(watched.page);
  await withSettings(watched.page);
  await openSettled(watched.page, "/voice");
  return watched;
}

/** Five seconds of the fake microphone's beeps as a WebM file, recorded by the browser itself. */
const record = (page: Page) =>
  page.evaluate(async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const recorder = new MediaRecorder(stream, { mimeType: "audio/webm;codecs=opus" });
    const pieces: Blob[] = [];
    await new Promise<void>((resolve) => {
      recorder.ondataavailable = ({ data }) => {
        pieces.push(data);
        if (pieces.length === 10) recorder.stop();
      };
      recorder.onstop = () => resolve();
      recorder.start(500);
    });
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
    const audioBlob = `data:audio/webm;codecs=opus;base64,${btoa(String.fromCharCode(...bytes))}`;
    const entry = (id: string, isProcessed: boolean) => ({
      id,
      emergencyEventId: `emergency-${id}`,
      audioBlob,
      duration: 5,
      mimeType: "audio/webm;codecs=opus",
      recordedAt: "2026-11-21T10:00:00.000Z",
      isProcessed,
    });
    localStorage.setItem(
      "voiceRecordings",
      JSON.stringify([entry("first", false), entry("second", true)]),
    );
  });

/** From now on no sound ends, however long a test takes beside it; resolves to how all of them go on to their end. */
async function withoutEnd(page: Page): Promise<() => Promise<void>> {
  const players = await page.evaluateHandle(() => {
    const all = new Set<HTMLMediaElement>();
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function played() {
      this.loop = true;
      all.add(this);
      return play.call(this);
    };
    return all;
  });
  return () =>
    players.evaluate((all) => {
      for (const one of all) one.loop = false;
    });
}

test("recordings are counted, played one at a time, downloaded, and deleted after a confirmation", async () => {
  const { page, close } = await open();
  await page.getByRole("tab", { name: "Recordings" }).click();
  await page.getByText("0 recordings, 0 B in total").waitFor();
  await record(page);
  await page.getByText(/2 recordings, .* KB in total/).waitFor();
  expect(await page.getByText("Raw", { exact: true }).count()).toBe(1);

  const goOn = await withoutEnd(page);
  await page.getByRole("button", { name: /^Play/ }).first().click();
  await page.getByRole("button", { name: /^Stop/ }).waitFor();
  await page.getByRole("button", { name: /^Play/ }).click();
  await expect.poll(() => page.getByRole("button", { name: /^Stop/ }).count()).toBe(1);
  expect(await page.getByRole("button", { name: /^Play/ }).count()).toBe(1);
  await goOn();
  await expect.poll(() => page.getByRole("button", { name: /^Play/ }).count()).toBe(2);

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

test("a recording of several parts is one entry, checked on the device, and plays as one", async () => {
  const { page, close } = await openPhone(on);
  await page.addInitScript(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    window.Audio = class extends Audio {
      constructor(url?: string) {
        super(url);
        told.push("loaded");
        this.addEventListener("ended", () => told.push("ended"));
      }
    };
  });
  page.on("dialog", (dialog) => void dialog.accept());
  await page.goto("/home");
  await startReal(page);
  await untilRecorded(page, 2);
  await page.reload();
  await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
  await untilRecorded(page, 4);
  await unlock(page, ownPin);
  await page.getByText("Recording Saved", { exact: true }).waitFor();
  await page.goto("/voice");
  await page.getByRole("tab", { name: "Recordings" }).click();
  await page.getByText(/^1 recording,/).waitFor();
  await page.getByText(/^2 parts, .* between them$/).waitFor();
  await page.getByText(/^(Today|Yesterday), /).waitFor();
  await page.getByText("Unchanged since recorded").waitFor();

  await page.getByRole("button", { name: /^Play/ }).click();
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
  // The second part is loaded while the first one plays.
  await expect.poll(told, { timeout: 30_000 }).toEqual(["loaded", "loaded", "ended", "ended"]);
  await page.getByRole("button", { name: /^Play/ }).waitFor();

  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Download/ }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^recording-.*\.zip$/);
  const archive = new Blob([new Uint8Array(await readFile(await download.path()))]);
  const names = (await entriesOf(archive)).map(([name]) => name);
  const parts = await partsOf(page);
  expect(names).toEqual(parts.map((part) => expect.stringContaining(part.id)));

  const [id] = parts.map((part) => part.id);
  await alterChunk(page, id ?? "");
  await page.reload();
  await page.getByRole("tab", { name: "Recordings" }).click();
  await page.getByText("Changed since recorded").waitFor();
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
