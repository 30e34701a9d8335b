/** Emergencies that are triggered twice, or by shaking. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { untilRecorded } from "./evidence.ts";
import {
  leaveEnd,
  messagesOf,
  mirrorOf,
  openPhone,
  ownPin,
  partsOf,
  patience,
  savedSettings,
  startReal,
  unlock,
} from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";

const on = stage(withoutWorkers);

/** Starts an emergency the way voice monitoring does. */
const say = (page: Page, word: string) =>
  page.evaluate((safeWordUsed) => {
    const detail = { triggeredBy: "voice", safeWordUsed };
    window.dispatchEvent(new CustomEvent("emergency-trigger", { detail }));
  }, word);

describe("triggered twice at the same time", () => {
  test("two tabs triggered together have one emergency, one recording and one lock", async () => {
    const { page, context, close } = await openPhone(on);
    const other = await context.newPage();
    await Promise.all([page.goto("/home"), other.goto("/home")]);
    await page.getByText("Ready", { exact: true }).waitFor();
    await other.getByText("Ready", { exact: true }).waitFor();
    await Promise.all([say(page, "Help"), say(other, "Help")]);
    for (const tab of [page, other]) {
      await tab.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
      await tab.getByText("Recording audio evidence").waitFor();
    }
    await untilRecorded(page, 2);
    const parts = await partsOf(page);
    const { emergencyId } = await mirrorOf(page);
    expect(parts).toHaveLength(1);
    expect(parts[0]?.emergencyEventId).toBe(emergencyId);
    await unlock(page, ownPin);
    await leaveEnd(page);
    for (const tab of [page, other]) {
      await tab.getByRole("heading", { name: "Emergency Assistance" }).waitFor();
    }
    await close();
  });

  test("when the recording tab closes, the other tab goes on recording", async () => {
    const { page, context, close } = await openPhone(on);
    const other = await context.newPage();
    await page.goto("/home");
    await startReal(page);
    await page.getByText("Recording audio evidence").waitFor();
    await untilRecorded(page, 2);
    await other.goto("/home");
    await other.getByText("Recording audio evidence").waitFor();
    await page.close();
    await expect.poll(async () => (await partsOf(other)).length, patience).toBe(2);
    const { emergencyId } = await mirrorOf(other);
    const parts = await partsOf(other);
    expect(parts.map((part) => part.emergencyEventId)).toEqual([emergencyId, emergencyId]);
    await close();
  });

  test("a phrase heard twice while the button is confirmed starts one emergency", async () => {
    const { page, close } = await openPhone(on);
    await page.goto("/home");
    await page.getByText("Ready", { exact: true }).waitFor();
    await page.getByRole("button", { name: "REAL EMERGENCY" }).click();
    await page.evaluate(() => {
      const detail = { triggeredBy: "voice", safeWordUsed: "help me" };
      const say = () => window.dispatchEvent(new CustomEvent("emergency-trigger", { detail }));
      say();
      say();
      const buttons = [...document.querySelectorAll("button")];
      buttons.find((button) => button.textContent === "Yes, start now")?.click();
    });
    await page.getByText('Voice Command "help me"').waitFor();
    await untilRecorded(page, 2);
    expect(await partsOf(page)).toHaveLength(1);
    expect(await messagesOf(page)).toEqual([]);
    await close();
  });
});

describe("shaking", () => {
  test("five hard shakes in a row start an emergency, four do not", async () => {
    const tried = { ...savedSettings, isShakeEnabled: true, isShakeTried: true };
    const { page, close } = await openPhone(on, tried);
    await page.goto("/home");
    await page.getByText("Ready", { exact: true }).waitFor();
    await page.clock.install();
    const shake = async (count: number) => {
      for (let done = 0; done < count; done += 1) {
        await page.evaluate(() => {
          const acceleration = { x: 15, y: 15, z: 10 };
          window.dispatchEvent(new DeviceMotionEvent("devicemotion", { acceleration }));
        });
        await page.clock.runFor(520);
      }
    };
    await shake(4);
    await page.clock.runFor(3_100);
    await shake(4);
    // A trigger would be in the records at once.
    expect(await mirrorOf(page)).toEqual({});
    await shake(1);
    await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    await page.getByText("Shake", { exact: true }).waitFor();
    await page.getByText("Message ready - tap to send").first().waitFor();
    expect(await messagesOf(page)).toEqual([]);
    await close();
  });
});
