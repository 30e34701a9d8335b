/** The emergency on a phone whose storage is full or missing. */

import type { BrowserContext, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { soundOf, stateOf, untilRecorded } from "./evidence.ts";
import { openHomeScreenApp } from "./iphone.ts";
import {
  openPhone,
  ownPin,
  partsOf,
  patience,
  savedSettings,
  startReal,
  unlock,
  untilEnded,
} from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage();

/** A phone that counts the chunks of sound which its recorder hands over, wherever they are kept. */
async function openCounting() {
  const phone = await openPhone(on);
  await phone.context.addInitScript(() => {
    const world = Object.assign(window, { chunksHeard: 0 });
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (this: MediaRecorder, chunkMs?: number) {
      this.addEventListener("dataavailable", ({ data }) => {
        if (data.size > 0) world.chunksHeard += 1;
      });
      start.call(this, chunkMs);
    };
  });
  return phone;
}

/** How many chunks the recorders have handed over since the page was loaded. */
const heard = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { chunksHeard: number }).chunksHeard);

/** Waits until the recorder has handed over so many seconds since the page was loaded; its first chunk comes early. */
async function untilHeard(page: Page, seconds: number): Promise<void> {
  await expect.poll(() => heard(page)).toBeGreaterThan(seconds);
}

/** Starts an emergency on a phone without any room, of which the lock says so. Returns what gives it room again. */
async function startWithoutRoom(page: Page, context: BrowserContext): Promise<() => Promise<void>> {
  const devtools = await context.newCDPSession(page);
  const quota = { origin: on.server.origin };
  await devtools.send("Storage.overrideQuotaForOrigin", { ...quota, quotaSize: 1 });
  await page.goto("/home");
  await startReal(page);
  await page.getByText(/Recording not saved on this phone: its storage is full/).waitFor();
  return async () => {
    await devtools.send("Storage.overrideQuotaForOrigin", quota);
  };
}

describe("a full storage", () => {
  test("does not stop the emergency, which says that the sound is not saved and offers it as a file", async () => {
    const { page, context, close, allowProblems } = await openCounting();
    const devtools = await context.newCDPSession(page);
    // Before the first write: the browser goes by the room that it found then for half a minute.
    await devtools.send("Storage.overrideQuotaForOrigin", {
      origin: on.server.origin,
      quotaSize: 1,
    });
    await page.goto("/home");
    await page.evaluate(() => localStorage.setItem("ballast", "x".repeat(5_242_000 - 2_000)));
    await startReal(page);
    await page.getByText("1 message opened", { exact: true }).waitFor();
    await page.getByText(/Recording not saved on this phone: its storage is full/).waitFor();
    expect(await page.getByText("Recording audio evidence", { exact: true }).count()).toBe(0);
    await untilHeard(page, 2);
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the recording now" }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toMatch(/\.webm$/);
    await page.getByText(/^Saving it as a file was started/).waitFor();
    const last = page.waitForEvent("download");
    await unlock(page, ownPin);
    expect((await last).suggestedFilename()).toMatch(/\.webm$/);
    await untilEnded(page);
    // The worker cannot keep the app either, and the browser reports that.
    allowProblems(/QuotaExceededError/);
    await close();
  });

  test("takes the emergency, and every second that waited in memory, once it has room again", async () => {
    const { page, context, close, allowProblems } = await openCounting();
    const makeRoom = await startWithoutRoom(page, context);
    await untilHeard(page, 3);
    await makeRoom();
    await page.getByText("Recording audio evidence", { exact: true }).waitFor();
    const [part] = await partsOf(page);
    expect(part?.decoded).toBeGreaterThan(2);
    // A kill could otherwise take the lock with it: Chromium writes local storage to the disk later.
    await expect.poll(() => stateOf(page, "emergency"), patience).toMatchObject({ isLocked: true });
    allowProblems(/QuotaExceededError/);
    await close();
  });
});

/** The app is out of sight for as long as another person may need to take up the phone. */
async function leaveAlone(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { now } = Date;
    const show = (state: DocumentVisibilityState) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, value: state });
      document.dispatchEvent(new Event("visibilitychange"));
    };
    show("hidden");
    Date.now = () => now() + 31_000;
    show("visible");
    Date.now = now;
  });
}

test("sound whose share sheet was closed at the end on an iPhone's home screen can be saved after it, also behind the code", async () => {
  const asked = { ...savedSettings, asksForCode: true };
  const { page, context, close, allowProblems } = await openHomeScreenApp(on, {}, asked);
  await context.addInitScript(() => {
    const sheet = { isClosed: true, names: [] as string[] };
    const share = async ({ files = [] }: ShareData) => {
      if (sheet.isClosed) throw new DOMException("Share canceled", "AbortError");
      sheet.names.push(...files.map(({ name }) => name));
    };
    Object.assign(window, { sheet });
    Object.defineProperty(navigator, "share", { value: share });
  });
  await startWithoutRoom(page, context);
  const save = page.getByRole("button", { name: "Save the recording now" });
  await save.click();
  await page.getByText("No file was made. Please try again.").waitFor();
  await unlock(page, ownPin);
  await page.getByRole("heading", { name: "Emergency ended. Recording not saved." }).waitFor();
  await page.getByText(/it is lost when you close this screen/).waitFor();
  await save.click();
  await page.getByText("No file was made. Please try again.").waitFor();
  await leaveAlone(page);
  // For two seconds after a message was opened nothing is asked.
  const isAsked = () =>
    page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
  await expect.poll(isAsked, patience).toBe(true);
  const [question] = await Promise.all([
    page.waitForEvent("dialog"),
    page.evaluate(() => void setTimeout(() => location.assign("/support"))),
  ]);
  expect(question.type()).toBe("beforeunload");
  await question.dismiss();
  await page.getByRole("link", { name: /^Something is waiting for you in the settings/ }).click();
  await page.getByLabel("Security code").fill(ownPin);
  await page.getByRole("button", { name: "Verify Code" }).click();
  await page.getByText(/it is lost when you close this screen/).waitFor();
  await page.evaluate(() => Object.assign((window as never)["sheet"], { isClosed: false }));
  await save.click();
  await page.getByText(/^Saving it as a file was started/).waitFor();
  const names = () => page.evaluate(() => (window as never)["sheet"]["names"] as string[]);
  expect(await names()).toEqual([expect.stringMatching(/\.(webm|mp4|wav)$/)]);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("heading", { name: "Settings" }).waitFor();
  allowProblems(/QuotaExceededError/);
  await close();
});

test("sound of a part that was interrupted on a full disk is stored once the next part is", async () => {
  const { page, context, close, allowProblems } = await openCounting();
  await context.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted);
      Object.assign(window, { track: stream.getAudioTracks()[0] });
      return stream;
    };
  });
  const makeRoom = await startWithoutRoom(page, context);
  await untilHeard(page, 3);
  await page.evaluate(() => {
    (window as unknown as { track: MediaStreamTrack }).track.dispatchEvent(new Event("ended"));
  });
  // The last chunk of the first part, and some of the second one.
  await untilHeard(page, (await heard(page)) + 3);
  await makeRoom();
  await expect.poll(async () => (await partsOf(page)).length, patience).toBe(2);
  await page.getByText("Recording audio evidence", { exact: true }).waitFor();
  const parts = await partsOf(page);
  expect(parts.map(({ part }) => part)).toEqual([1, 2]);
  await expect.poll(async () => (await partsOf(page))[0]?.decoded, patience).toBeGreaterThan(2);
  await expect.poll(() => page.getByText(/not saved on this phone/).count(), patience).toBe(0);
  allowProblems(/QuotaExceededError/);
  await close();
});

/** From the next document on, the browser has no database. */
function withoutDatabase() {
  IDBFactory.prototype.open = () => {
    throw new DOMException("closed", "SecurityError");
  };
}

describe("a browser without a database", () => {
  test("and without files locks and records, says that nothing is saved, and is locked after a reload", async () => {
    const { page, context, close } = await openCounting();
    page.on("dialog", (dialog) => void dialog.accept());
    await context.addInitScript(withoutDatabase);
    await context.addInitScript(() => {
      StorageManager.prototype.getDirectory = async () => {
        throw new DOMException("closed", "SecurityError");
      };
    });
    await page.goto("/home");
    await startReal(page);
    await page.getByText("1 message opened", { exact: true }).waitFor();
    await page.getByText(/Recording not saved on this phone/).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    await untilHeard(page, 2);
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the recording now" }).click();
    expect((await waiting).suggestedFilename()).toMatch(/\.webm$/);
    await unlock(page, ownPin);
    await untilEnded(page);
    await close();
  });

  test("keeps the recording in files, which are listed, unchanged and playable", async () => {
    const { page, context, close } = await openCounting();
    page.on("dialog", (dialog) => void dialog.accept());
    await context.addInitScript(withoutDatabase);
    await page.goto("/home");
    await startReal(page);
    await untilHeard(page, 2);
    await page.getByText("Recording audio evidence", { exact: true }).waitFor();
    await unlock(page, ownPin);
    await untilEnded(page);
    await page.goto("/voice");
    await page.getByRole("tab", { name: "Recordings" }).click();
    await page.getByText(/^1 recording,/).waitFor();
    await page.getByText("Unchanged since recorded").waitFor();
    await page.getByRole("button", { name: /^Play/ }).click();
    await page.getByRole("button", { name: /^Stop/ }).waitFor();
    await close();
  });
});

test("a second emergency does not change the recording of the first", async () => {
  const { page, close } = await openPhone(on);
  await page.goto("/home");
  const record = async (secondsInAll: number) => {
    await startReal(page);
    await untilRecorded(page, secondsInAll);
    await unlock(page, ownPin);
    // The toast of the first recording may still be there when the second one ends.
    await page.getByRole("heading", { name: "Emergency ended. Recording saved." }).waitFor();
  };
  await record(1);
  const [first] = await partsOf(page);
  const before = await soundOf(page, first?.id);
  await record(4);
  const parts = await partsOf(page);
  expect(new Set(parts.map((part) => part.emergencyEventId)).size).toBe(2);
  expect((await soundOf(page, first?.id)).equals(before)).toBe(true);
  const mirrored = await page.evaluate(() =>
    JSON.parse(localStorage.getItem("voiceRecordings") ?? "[]"),
  );
  expect(mirrored.map((entry: { id: string }) => entry.id)).toEqual(parts.map(({ id }) => id));
  await close();
});
