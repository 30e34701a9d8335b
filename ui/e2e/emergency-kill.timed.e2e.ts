/** The evidence and the lockout, when the browser is killed as a power cut would kill it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { keepState, secondsRecorded, stateOf, untilRecorded } from "./evidence.ts";
import { type KillableBrowser, openKillable } from "./killable.ts";
import { mirrorOf, ownPin, partsOf, patience, startReal } from "./phone.ts";
import { startServer, type TestServer } from "./server.ts";

const rounds = 20;
const mostLostMs = 1_200;

let server: TestServer;
let profile: string;
let open: KillableBrowser[] = [];

beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  await server?.stop();
});
beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), "profile-"));
});
afterEach(async () => {
  for (const browser of open) await browser.kill();
  open = [];
  await rm(profile, { recursive: true, force: true });
});

async function start(path = "/home"): Promise<Page> {
  const browser = await openKillable(profile, server.origin);
  open = [browser];
  browser.page.on("dialog", (dialog) => void dialog.accept());
  await browser.page.goto(server.origin + path);
  return browser.page;
}
async function kill(): Promise<number> {
  const at = Date.now();
  for (const browser of open) await browser.kill();
  open = [];
  return at;
}

describe("recording", () => {
  test(`${rounds} kills at random moments lose at most 1.2 s each, and every part plays`, async () => {
    const killedAt: number[] = [];
    let page = await start();
    await startReal(page);
    for (let round = 0; round < rounds; round += 1) {
      await page.getByText("Recording audio evidence").waitFor();
      await untilRecorded(page, (await secondsRecorded(page)) + 1 + Math.floor(Math.random() * 3));
      // Not a wait: the random moment between two chunks at which the kill comes.
      await sleep(Math.random() * 1_000);
      killedAt.push(await kill());
      page = await start();
      await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    }
    await page.getByText("Recording audio evidence").waitFor();
    const closedParts = async () =>
      (await partsOf(page)).filter((part) => part.status !== "recording");
    await expect
      .poll(async () => (await closedParts()).length, patience)
      .toBeGreaterThanOrEqual(rounds);
    const parts = await closedParts();
    expect(new Set(parts.map((part) => part.emergencyEventId)).size).toBe(1);
    expect(parts.map((part) => part.part)).toEqual(parts.map((_part, index) => index + 1));
    // When the audio process is killed before the page's, the page still closes its part.
    expect(parts.filter((part) => part.status === "recovered").length).toBeGreaterThan(rounds / 2);
    const lost = killedAt.map((at) => {
      const part = parts.findLast(({ recordedAt }) => recordedAt <= at);
      return at - (part?.recordedAt ?? 0) - (part?.decoded ?? 0) * 1_000;
    });
    expect(Math.min(...lost)).toBeGreaterThan(-200);
    expect(Math.max(...lost), JSON.stringify(lost.map(Math.round))).toBeLessThanOrEqual(mostLostMs);
  }, 400_000);

  test("a kill once the trigger is on the disk leaves the lock", async () => {
    const page = await start();
    await startReal(page);
    await expect.poll(() => stateOf(page, "emergency"), patience).toMatchObject({ isLocked: true });
    await kill();
    const again = await start("/lockdown");
    await again.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
  });
});

describe("five wrong PINs", () => {
  const tryPin = async (page: Page, pin: string) => {
    await page.getByLabel("PIN", { exact: true }).fill(pin);
    await page.getByRole("button", { name: "Unlock Device" }).click();
    await expect
      .poll(() => page.getByLabel("PIN", { exact: true }).inputValue(), patience)
      .toBe("");
  };
  type Row = { failedAttempts: number; remainingMs: number };
  const remaining = async (page: Page): Promise<Row> => {
    const kept = await stateOf<{ emergency: Row }>(page, "lockouts");
    return kept?.emergency ?? { failedAttempts: 0, remainingMs: 0 };
  };
  /** Waits for the recorder: its start has a toast too, which would replace the answer to a PIN. */
  const recorderStarted = (page: Page) =>
    page
      .getByText(/Recording audio evidence|another tab/)
      .first()
      .waitFor();
  const expectClosed = async (page: Page) => {
    await page.getByText(/Locked out\. Try again in 5 minutes/).waitFor();
    await recorderStarted(page);
    await tryPin(page, ownPin);
    await page.getByText("Locked Out", { exact: true }).first().waitFor();
    await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    expect((await remaining(page)).remainingMs).toBeGreaterThanOrEqual(270_000);
  };

  test("the fourth is counted although the browser is killed as soon as it is refused", async () => {
    const page = await start();
    await startReal(page);
    await recorderStarted(page);
    for (const pin of ["0000", "1111", "2222"]) await tryPin(page, pin);
    await page.getByLabel("PIN", { exact: true }).fill("3333");
    await page.getByRole("button", { name: "Unlock Device" }).click();
    await page.getByText("1 attempt remaining", { exact: true }).waitFor();
    await kill();
    const again = await start();
    await again.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    expect((await remaining(again)).failedAttempts).toBe(4);
  });

  test("lock the person out through a reload, another tab, a kill, a changed clock, edited storage and offline", async () => {
    let page = await start();
    await startReal(page);
    for (const pin of ["0000", "1111", "2222", "3333", "4444"]) await tryPin(page, pin);
    await expectClosed(page);
    expect(await mirrorOf(page)).toMatchObject({ failedAttempts: 5 });
    for (const number of ["000", "112", "911"]) {
      expect(await page.getByRole("link", { name: `Call ${number}` }).isEnabled()).toBe(true);
    }
    await page.getByText("Recording audio evidence").waitFor();

    await page.reload();
    await expectClosed(page);
    const tab = await open[0]?.context.newPage();
    await tab?.goto(`${server.origin}/home`);
    if (tab !== undefined) await expectClosed(tab);
    await tab?.close();

    await kill();
    page = await start();
    await expectClosed(page);

    for (const day of [86_400_000, -86_400_000]) {
      await page.addInitScript((shift) => {
        const { now } = Date;
        Date.now = () => now() + shift;
      }, day);
      await page.reload();
      await expectClosed(page);
    }

    await page.evaluate(() => {
      const state = JSON.parse(localStorage.getItem("emergencyState") ?? "{}");
      const edited = { ...state, isLocked: false, failedAttempts: 0, lockoutUntil: null };
      localStorage.setItem("emergencyState", JSON.stringify(edited));
    });
    await page.reload();
    await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    await expectClosed(page);

    await open[0]?.context.setOffline(true);
    await page.getByText("No data connection. SMS may still work.").waitFor();
    await expectClosed(page);
    await open[0]?.context.setOffline(false);
  }, 120_000);

  test("lock the person out for as long as the app is open, and the right PIN then ends the emergency", async () => {
    const page = await start();
    await startReal(page);
    for (const pin of ["0000", "1111", "2222", "3333", "4444"]) await tryPin(page, pin);
    await expectClosed(page);
    const kept = await stateOf<object>(page, "lockouts");
    const emergency = { failedAttempts: 5, remainingMs: 2_500 };
    await keepState(page, "lockouts", { ...kept, emergency });
    await page.getByText(/Locked out\. Try again/).waitFor({ state: "detached" });
    await tryPin(page, "0000");
    await page.getByText("4 attempts remaining", { exact: true }).waitFor();
    await page.getByLabel("PIN", { exact: true }).fill(ownPin);
    await page.getByRole("button", { name: "Unlock Device" }).click();
    await page.getByText("Emergency Resolved", { exact: true }).waitFor();
  });
});
