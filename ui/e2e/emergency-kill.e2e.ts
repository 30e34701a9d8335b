/** The evidence and the lockout, when the browser is killed as a power cut would kill it. */
import type { Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keepState, stateOf, untilRecorded } from "./evidence.ts";
import {
  type KilledPhone,
  killedWhileRecording,
  lostMs,
  notedChunks,
  phoneToKill,
} from "./kill-rounds.ts";
import { mirrorOf, ownPin, patience, startReal, untilEnded } from "./phone.ts";
import { browserOf, middleOf, openReference } from "./reference.ts";
import { stage } from "./stage.ts";

const rounds = 20;

const on = stage();
let phone: KilledPhone;

beforeEach(async () => {
  phone = await phoneToKill(on.server.origin);
});
afterEach(() => phone.close());

const start = (path?: string) => phone.start(path);
const kill = () => phone.kill();

describe("recording", () => {
  test(`${rounds} kills at random moments lose no second that was stored and most often one that was not yet, and every part plays`, async () => {
    const kills = await killedWhileRecording(phone, rounds);
    for (const { given, stored, part } of kills) {
      // The first chunk comes early.
      expect(part?.decoded).toBeGreaterThan(stored - 1.5);
      // A busy disk may take longer than a second for a write.
      expect(given - stored).toBeLessThanOrEqual(3);
    }
    expect(middleOf(kills.map(({ given, stored }) => given - stored))).toBeLessThanOrEqual(1);
    // From the opening of the microphone to the kill, which comes at any moment of a second.
    const lost = kills.map(lostMs);
    expect(middleOf(lost), `milliseconds lost: ${lost}`).toBeLessThanOrEqual(1_000);
    const parts = kills.map(({ part }) => part);
    expect(new Set(parts.map((part) => part?.emergencyEventId)).size).toBe(1);
    expect(parts.map((part) => part?.part)).toEqual(parts.map((_part, index) => index + 1));
    // When the audio process is killed before the page's, the page still closes its part.
    expect(parts.filter((part) => part?.status === "recovered").length).toBeGreaterThan(rounds / 2);
  }, 400_000);

  test("each second is on the disk within 2 taps of a plain page after the recorder gave it", async () => {
    const page = await start();
    await startReal(page);
    const reference = await openReference(browserOf(phone.browser()), on.server.origin);
    const { tap } = await reference.beside(() => untilRecorded(page, 6));
    const { given, stored } = await notedChunks(page);
    const waits = stored.map((at, index) => at - (given[index] ?? 0));
    expect(middleOf(waits) / tap, JSON.stringify({ waits, tap })).toBeLessThan(2);
    await reference.close();
  });

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
  /** When the code was wrong for the fifth time; the lockout runs while the app is open. */
  let closedAt = 0;
  const closeLock = async (page: Page) => {
    for (const pin of ["0000", "1111", "2222", "3333"]) await tryPin(page, pin);
    closedAt = performance.now();
    await tryPin(page, "4444");
  };
  const expectClosed = async (page: Page) => {
    await page.getByText(/Locked Out\. Try again in \d minutes?/).waitFor();
    await recorderStarted(page);
    await tryPin(page, ownPin);
    await page.getByText("That code was not tried.").waitFor();
    await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    const { remainingMs } = await remaining(page);
    expect(remainingMs).toBeGreaterThanOrEqual(299_000 - (performance.now() - closedAt));
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
    await closeLock(page);
    await expectClosed(page);
    expect(await mirrorOf(page)).toMatchObject({ failedAttempts: 5 });
    for (const number of ["000", "112", "911"]) {
      expect(await page.getByRole("link", { name: `Call ${number}` }).isEnabled()).toBe(true);
    }
    await page.getByText("Recording audio evidence").waitFor();

    await page.reload();
    await expectClosed(page);
    const tab = await phone.browser().context.newPage();
    await tab.goto(`${on.server.origin}/home`);
    await expectClosed(tab);
    await tab.close();

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

    await phone.browser().context.setOffline(true);
    await page.getByText("No data connection. SMS may still work.").waitFor();
    await expectClosed(page);
    await phone.browser().context.setOffline(false);
  }, 240_000);

  test("lock the person out for as long as the app is open, and the right PIN then ends the emergency", async () => {
    const page = await start();
    await startReal(page);
    await closeLock(page);
    await expectClosed(page);
    const kept = await stateOf<object>(page, "lockouts");
    const emergency = { failedAttempts: 5, remainingMs: 2_500 };
    await keepState(page, "lockouts", { ...kept, emergency });
    await page.getByText(/Locked Out\. Try again/).waitFor({ state: "detached" });
    await tryPin(page, "0000");
    await page.getByText("That is not the right code. Attempts left: 4.").waitFor();
    await page.getByLabel("PIN", { exact: true }).fill(ownPin);
    await page.getByRole("button", { name: "Unlock Device" }).click();
    await untilEnded(page);
  });
});
