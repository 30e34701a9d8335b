/** An emergency whose browser is killed again and again, as a power cut would kill it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { secondsRecorded, untilRecorded } from "./evidence.ts";
import { type KillableBrowser, openKillable } from "./killable.ts";
import { type Part, partsOf, patience, startReal } from "./phone.ts";

/** A phone whose browser is killed and opened again. */
export type KilledPhone = {
  /** Opens the browser, on the same profile each time, and a page of it. */
  start: (path?: string) => Promise<Page>;
  browser: () => KillableBrowser;
  /** Kills the browser; resolves to when (wall clock, milliseconds). */
  kill: () => Promise<number>;
  /** Kills the browser and forgets the profile. */
  close: () => Promise<void>;
};

/** A phone with a profile of its own, whose pages come from `origin`. */
export async function phoneToKill(origin: string): Promise<KilledPhone> {
  const profile = await mkdtemp(join(tmpdir(), "profile-"));
  let open: KillableBrowser | undefined;
  const kill = async () => {
    const at = Date.now();
    await open?.kill();
    return at;
  };
  return {
    start: async (path = "/home") => {
      open = await openKillable(profile, origin);
      await open.context.addInitScript(noteChunks);
      open.page.on("dialog", (dialog) => void dialog.accept());
      await open.page.goto(origin + path);
      return open.page;
    },
    browser: () => {
      if (open === undefined) throw new Error("The browser was not opened yet.");
      return open;
    },
    kill,
    close: async () => {
      await kill();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** When the recorder gave each second of sound, and when the database had it; both in `performance.now()` of the page. */
type Chunks = { given: number[]; stored: number[] };

/** Runs in the page: notes those times. */
function noteChunks() {
  const chunks: Chunks = { given: [], stored: [] };
  Object.assign(window, { chunks });
  const { start } = MediaRecorder.prototype;
  MediaRecorder.prototype.start = function (this: MediaRecorder, timeslice) {
    this.addEventListener("dataavailable", ({ data }) => {
      if (data.size > 0) chunks.given.push(performance.now());
    });
    start.call(this, timeslice);
  };
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, value, ...key) {
    if (this.name === "chunks" && value.kind === "sound") {
      this.transaction.addEventListener("complete", () => chunks.stored.push(performance.now()));
    }
    return put.call(this, value, ...key);
  };
}

/** The seconds of sound of this page. */
export const notedChunks = (page: Page): Promise<Chunks> =>
  page.evaluate(() => (window as never)["chunks"]);

/** What was known when a browser was killed, and the part of the evidence that it had recorded. */
export type Killed = { at: number; given: number; stored: number; part: Part | undefined };

/** Starts an emergency and kills the browser so often while it records; the last browser is left open. */
export async function killedWhileRecording(phone: KilledPhone, rounds: number): Promise<Killed[]> {
  const kills: Omit<Killed, "part">[] = [];
  let page = await phone.start();
  await startReal(page);
  for (let round = 0; round < rounds; round += 1) {
    await page.getByText("Recording audio evidence").waitFor();
    await untilRecorded(page, (await secondsRecorded(page)) + 1 + Math.floor(Math.random() * 3));
    // Not a wait: the random moment between two chunks at which the kill comes.
    await sleep(Math.random() * 1_000);
    const { given, stored } = await notedChunks(page);
    kills.push({ at: await phone.kill(), given: given.length, stored: stored.length });
    page = await phone.start();
    await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
  }
  await page.getByText("Recording audio evidence").waitFor();
  const closed = async () => (await partsOf(page)).filter(({ status }) => status !== "recording");
  await expect.poll(async () => (await closed()).length, patience).toBeGreaterThanOrEqual(rounds);
  const parts = await closed();
  return kills.map((kill) => ({
    ...kill,
    part: parts.findLast(({ recordedAt }) => recordedAt <= kill.at),
  }));
}

/** Milliseconds of sound that a kill lost. */
export const lostMs = ({ at, part }: Killed): number =>
  at - (part?.recordedAt ?? 0) - (part?.decoded ?? 0) * 1_000;
