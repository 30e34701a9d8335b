/** The list of recordings on the voice screen, in a real browser. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { numberSentence } from "#content/time-receipt.ts";
import { reportHtml } from "#features/playback/package/report.ts";
import { entriesOf } from "#test/archive.ts";
import { untilRecorded } from "./evidence.ts";
import { fakeSpeech, withSettings } from "./fakes.ts";
import { checks, removeFolders, runIn, textIn, unpackedFolder } from "./package-tools.ts";
import { openPhone, ownPin, partsOf, startReal, unlock } from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";
import { openSettled } from "./still.ts";

const on = stage(withoutWorkers);
afterAll(removeFolders);

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

/** From now on no sound ends, however long a test takes beside it; resolves to how all go on to their end, also one that still loads. */
async function withoutEnd(page: Page): Promise<() => Promise<void>> {
  const players = await page.evaluateHandle(() => {
    const all = { played: new Set<HTMLMediaElement>(), areEndless: true };
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function played() {
      this.loop = all.areEndless;
      all.played.add(this);
      return play.call(this);
    };
    return all;
  });
  return () =>
    players.evaluate((all) => {
      all.areEndless = false;
      for (const one of all.played) one.loop = false;
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
  expect((await waiting).suggestedFilename()).toBe("export-2026-11-21-first.webm");

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

/** On how many pages of each size a document is printed. */
async function printedPages(on: Page, html: string): Promise<number[]> {
  const page = await on.context().newPage();
  await page.setContent(html);
  const pages: number[] = [];
  for (const format of ["A4", "Letter"] as const) {
    const pdf = await page.pdf({ format });
    pages.push(pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0);
  }
  await page.close();
  return pages;
}

/** Makes the evidence package of the recording that is listed, and checks it as its receiver would. */
async function checkPackage(page: Page): Promise<void> {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Evidence package/ }).click();
  await page.getByRole("button", { name: "Make the package" }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^export-\d{8}-\d{4}\.zip$/);
  await page.getByText("A download was started: please check that the file is there.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  const folder = unpackedFolder(await readFile(await download.path()));
  const ended = checks.map((command) => runIn(folder, ...command));
  expect(ended).toEqual(checks.map(() => expect.objectContaining({ status: 0 })));
  const report = textIn(folder, "report.html");
  expect(report).toContain("Nothing was changed, and nothing is missing.");
  expect(report).toContain("Not later: the server http://");
  expect(ended[1]?.said).toContain("The times above are the word of whoever has the key");
  for (const pages of await printedPages(page, report)) expect(pages).toBeLessThanOrEqual(2);
}

test("the report of a recording with many interruptions is printed on two pages", async () => {
  const { page, close } = await on.visit();
  const fromServer = numberSentence({
    ...{ nonce: "ab".repeat(32), time: 1_795_255_200, key: "0".repeat(16), signature: "AAAA" },
  });
  const part = (number: number) => ({
    ...{ number, id: `id-${number}`, type: "audio/webm", seconds: 3_600, headerBytes: 0 },
    ...{ startsFrom: "0".repeat(64), head: "a".repeat(64), original: new Blob(), playable: null },
    ...{ originalName: `original/part-${number}.webm`, playableName: "" },
    events: (["gap", "began", "ended"] as const).map((type) => ({
      ...{ type, number, at: Date.parse("2026-11-21T10:00:00.000Z") },
      sentence:
        number === 1
          ? fromServer
          : "The microphone was taken away by another app, and the recording went on after a while.",
    })),
  });
  const facts = {
    parts: Array.from({ length: 40 }, (_, index) => part(index + 1)),
    finding:
      "The device checked each piece of sound. The recording was changed, or a part of it is missing. About 99 seconds are missing.",
    made: new Date("2026-11-22T08:00:00.000Z"),
    browser: "Mozilla ".repeat(40),
    files: [
      ...[
        "original/part-1.webm",
        "playable/part-1.webm",
        "links.csv",
        "parts.csv",
        "gaps.txt",
        "log.txt",
      ],
      ...["places.csv", "messages.csv", "protocols.html", "certification-draft.txt"],
      ...["verify.py", "verify.sh", "manifest.sha256"],
      ...["receipts.csv", "receipt-keys.csv", "tokens.csv", "tokens/token-1.tst"],
    ],
    confirmed: { time: Date.parse("2026-11-21T10:01:00.000Z"), linkedAt: 0, isChecked: true },
    origin: "https://a-rather-long-name.example.com",
  };
  const token = { name: "tokens/token-20.tst", head: "b".repeat(64), content: new Uint8Array() };
  for (const tokens of [[], Array.from({ length: 20 }, () => ({ ...token, time: 0 }))]) {
    const pages = await printedPages(page, reportHtml({ ...facts, tokens }));
    expect(Math.max(...pages)).toBeLessThanOrEqual(2);
  }
  await close();
});

test("a recording of several parts is one entry, checked on the device, and plays as one", async () => {
  const { page, close } = await openPhone(on);
  await page.addInitScript(() => {
    localStorage.setItem("heartRateTimes", "true");
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
  await page.getByText(/^2 parts, /).waitFor();
  await page.getByText(/^(Today|Yesterday), /).waitFor();
  await page.getByText("Unchanged since recorded").waitFor();
  await page.getByText(/^Time confirmed until \d{1,2}:\d\d:\d\d/).waitFor();

  await page.getByRole("button", { name: /^Play/ }).click();
  const told = () => page.evaluate(() => (window as unknown as { told: string[] }).told);
  // The second part is loaded while the first one plays.
  await expect.poll(told, { timeout: 30_000 }).toEqual(["loaded", "loaded", "ended", "ended"]);
  await page.getByRole("button", { name: /^Play/ }).waitFor();

  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: /^Download/ }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^export-.*\.zip$/);
  const archive = new Blob([new Uint8Array(await readFile(await download.path()))]);
  const names = (await entriesOf(archive)).map(([name]) => name);
  const parts = await partsOf(page);
  expect(names).toEqual(parts.map((part) => expect.stringContaining(part.id)));

  await checkPackage(page);
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
