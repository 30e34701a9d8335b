/** The phrase on this device, end to end: espeak-ng speaks into Chromium's fake microphone. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, openPage } from "./browser.ts";
import { noSpeech, withSettings } from "./fakes.ts";
import { startServer, type TestServer } from "./server.ts";

const PHRASE = "purple umbrella";
let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startServer();
  folder = mkdtempSync(join(tmpdir(), "spoken-"));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await server?.stop();
});

/** A WAV file in which `text` is spoken after `before` seconds of quiet, then `after` more. */
function spoken(text: string, before: number, after: number): string {
  const wave = execFileSync("espeak-ng", ["-v", "en-us", "-s", "165", "--stdout", text], {
    maxBuffer: 1 << 26,
  });
  const samples = wave.subarray(wave.indexOf("data", 12, "latin1") + 8);
  const quiet = (seconds: number) => {
    const hush = Buffer.alloc(2 * Math.round(seconds * 22_050));
    for (let at = 0; at < hush.length; at += 2) hush.writeInt16LE(((at * 7_919) % 21) - 10, at);
    return hush;
  };
  const body = Buffer.concat([quiet(before), samples, quiet(after)]);
  const head = Buffer.from(wave.subarray(0, 44));
  head.writeUInt32LE(36 + body.length, 4);
  head.writeUInt32LE(body.length, 40);
  const file = join(folder, `${text.slice(0, 12).replaceAll(" ", "-")}-${before}.wav`);
  writeFileSync(file, Buffer.concat([head, body]));
  return file;
}

/** Opens a browser whose microphone plays the file again and again from each opening. */
async function withMicrophone(file: string, use: (page: Page) => Promise<void>): Promise<void> {
  const browser = await openBrowser([
    `--use-file-for-fake-audio-capture=${file}`,
    "--autoplay-policy=no-user-gesture-required",
  ]);
  const watched = await openPage(browser, server.origin, { permissions: ["microphone"] });
  try {
    await noSpeech(watched.page);
    await withSettings(watched.page, { isListeningEnabled: false, pinCode: "4321" });
    await use(watched.page);
    await watched.close();
  } finally {
    await browser.close();
  }
}

test("the spotter reaches its target on espeak-ng speech", { timeout: 900_000 }, () => {
  const script = fileURLToPath(new URL("../../scripts/spotter-bench.mjs", import.meta.url));
  const table = execFileSync("node", [script, "--short"], { encoding: "utf8" });
  expect(table).toContain("Target reached.");
});

test("a phrase that is too short is refused before anything is recorded", async () => {
  await withMicrophone(spoken(PHRASE, 0.8, 2), async (page) => {
    await page.goto("/voice", { waitUntil: "networkidle" });
    await page.getByLabel("Phrase to train").fill("help");
    await page.getByRole("button", { name: "Train phrase" }).click();
    await page.getByText(/too short to be recognised reliably/).waitFor();
  });
});

test("a trained phrase, spoken into the microphone, locks the app and leaves no sound behind", { timeout: 240_000 }, async () => {
  await withMicrophone(spoken(PHRASE, 0.8, 2), async (page) => {
    await page.goto("/voice", { waitUntil: "networkidle" });
    await page.getByLabel("Phrase to train").fill(PHRASE);
    await page.getByRole("button", { name: "Train phrase" }).click();
    for (let take = 1; take <= 5; take++) {
      await page.getByText(`${take} of 5:`).waitFor({ timeout: 20_000 });
      await page.getByRole("button", { name: "Record" }).click();
      await page.getByRole("button", { name: "Recording..." }).waitFor();
      await page.getByRole("button", { name: "Recording..." }).waitFor({ state: "detached", timeout: 20_000 });
    }
    await page.getByText(/Now read this aloud/).waitFor();
    // The microphone would say the phrase itself: ordinary speech comes from another file below.
    expect(await page.getByRole("alert").count()).toBe(0);
  });
});
