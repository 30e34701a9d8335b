/** What is recorded is what was to be heard; and what is handed to the device is one message for one tap. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openPage } from "./browser.ts";
import {
  openPhone,
  ownPin,
  partsOf,
  phoneOptions,
  savedSettings,
  startReal,
  unlock,
} from "./phone.ts";
import { startServer, type TestServer } from "./server.ts";

const sampleRate = 48_000;
/** One second of each, again and again; no two are whole multiples of each other. */
const melody = [310, 430, 570, 730, 890, 1_070];

let server: TestServer;
let browser: Browser;
let folder: string;

/** A mono 16-bit WAV file of the melody. */
function melodyFile(): Buffer {
  const samples = melody.length * sampleRate;
  const file = Buffer.alloc(44 + samples * 2);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let at = 0; at < samples; at += 1) {
    const hertz = melody[Math.floor(at / sampleRate)] ?? 0;
    const level = Math.sin((2 * Math.PI * hertz * at) / sampleRate) * 0.4;
    file.writeInt16LE(Math.round(level * 32_767), 44 + at * 2);
  }
  return file;
}

/** How strong a tone is in samples (Goertzel). */
function strength(samples: Float32Array, hertz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / sampleRate);
  let last = 0;
  let before = 0;
  for (const sample of samples) {
    const now = sample + turn * last - before;
    before = last;
    last = now;
  }
  return last * last + before * before - turn * last * before;
}

/** The melody's tone in each quarter of a second, or null where none stands out. */
function tonesIn(samples: Float32Array): (number | null)[] {
  const size = sampleRate / 4;
  const tones: (number | null)[] = [];
  for (let at = 0; at + size <= samples.length; at += size) {
    const window = samples.subarray(at, at + size);
    const strengths = melody.map((hertz) => strength(window, hertz));
    const best = strengths.indexOf(Math.max(...strengths));
    const others = strengths.reduce((sum, value) => sum + value, 0) - (strengths[best] ?? 0);
    tones.push((strengths[best] ?? 0) > others * 4 ? best : null);
  }
  return tones;
}

beforeAll(async () => {
  server = await startServer();
  folder = await mkdtemp(join(tmpdir(), "sound-"));
  const file = join(folder, "melody.wav");
  await writeFile(file, melodyFile());
  browser = await openBrowser([`--use-file-for-fake-audio-capture=${file}`]);
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

test("the recording is the melody that the microphone played, in order, without a hole", async () => {
  const { page, close } = await openPhone(browser, server.origin);
  await page.goto("/home");
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await page.waitForTimeout(9_000);
  await unlock(page, ownPin);
  await page.getByText("Recording Saved", { exact: true }).waitFor();
  const [part] = await partsOf(page);
  const samples = await page.evaluate(async (rate) => {
    const [entry] = JSON.parse(localStorage.getItem("voiceRecordings") ?? "[]");
    const base64 = entry.audioBlob.split(",")[1] as string;
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(bytes.buffer);
    return [...sound.getChannelData(0)].map((sample) => Math.round(sample * 10_000));
  }, sampleRate);
  const tones = tonesIn(Float32Array.from(samples, (sample) => sample / 10_000));
  expect(samples.length / sampleRate).toBeCloseTo(part?.decoded ?? 0, 1);
  expect(tones.length).toBeGreaterThanOrEqual(34);
  const heard = tones.filter((tone): tone is number => tone !== null);
  // A quarter of a second in which one tone ends and the next begins may be neither.
  expect(heard.length).toBeGreaterThanOrEqual(tones.length * 0.7);
  const changes = heard.flatMap((tone, at) =>
    at > 0 && tone !== heard[at - 1] ? [[heard[at - 1], tone]] : [],
  );
  expect(changes.length).toBeGreaterThanOrEqual(7);
  for (const [from, to] of changes) {
    expect(to).toBe(((from ?? 0) + 1) % melody.length);
  }
  await close();
});

test("a recording's mirror in local storage and its original are the same bytes", async () => {
  const { page, close } = await openPhone(browser, server.origin);
  await page.goto("/home");
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await page.waitForTimeout(2_200);
  await unlock(page, ownPin);
  await page.getByText("Recording Saved", { exact: true }).waitFor();
  const isSame = await page.evaluate(async () => {
    const opening = indexedDB.open("evidence");
    const db: IDBDatabase = await new Promise((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    const chunks: { kind: string; bytes: ArrayBuffer }[] = await new Promise((resolve) => {
      const request = db.transaction("chunks").objectStore("chunks").getAll();
      request.onsuccess = () => resolve(request.result);
    });
    db.close();
    const original = new Uint8Array(
      await new Blob(
        chunks.filter((one) => one.kind === "sound").map((one) => one.bytes),
      ).arrayBuffer(),
    );
    const [entry] = JSON.parse(localStorage.getItem("voiceRecordings") ?? "[]");
    const copy = atob(entry.audioBlob.split(",")[1]);
    return (
      copy.length === original.length && original.every((byte, at) => byte === copy.charCodeAt(at))
    );
  });
  expect(isSame).toBe(true);
  await close();
});

test("one tap hands exactly one sms: link to the device, in the form of its system", async () => {
  const iphone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1";
  for (const [userAgent, separator] of [
    [phoneOptions.userAgent ?? "", "?"],
    [iphone, "&"],
  ] as const) {
    const { page, context, close, expectProblem } = await openPage(browser, server.origin, {
      ...phoneOptions,
      userAgent,
    });
    await context.addInitScript((settings) => {
      localStorage.setItem("silentPartnerSettings", JSON.stringify(settings));
    }, savedSettings);
    await page.goto("/home");
    await page.getByText("Ready", { exact: true }).waitFor();
    const devtools = await context.newCDPSession(page);
    await devtools.send("Page.enable");
    const launches: string[] = [];
    devtools.on("Page.frameRequestedNavigation", ({ url }) => launches.push(url));
    await startReal(page);
    await page.waitForTimeout(3_000);
    expect(launches).toHaveLength(1);
    expect(launches[0]?.startsWith(`sms:+61400000001${separator}body=Send%20help`)).toBe(true);
    // The watch counts the link itself, which goes to the device and to nobody else.
    expectProblem(/request to null/);
    await close();
  }
});
