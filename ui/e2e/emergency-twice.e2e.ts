/** The emergency that begins in two places, twice, or by another way than the button. */
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { watch } from "./browser.ts";
import {
  messagesOf,
  mirrorOf,
  openPhone,
  ownPin,
  partsOf,
  patience,
  startReal,
  unlock,
} from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage();

/** Starts an emergency the way voice monitoring does. */
const say = (page: Page, word: string) =>
  page.evaluate((safeWordUsed) => {
    const detail = { triggeredBy: "voice", safeWordUsed };
    window.dispatchEvent(new CustomEvent("emergency-trigger", { detail }));
  }, word);

describe("twice at the same time", () => {
  test("two tabs triggered together have one emergency, one recording and one lock", async () => {
    const { page, context, close } = await openPhone(on);
    const other = await context.newPage();
    const problems = watch(other, on.server.origin);
    await Promise.all([page.goto("/home"), other.goto("/home")]);
    await page.getByText("Ready", { exact: true }).waitFor();
    await other.getByText("Ready", { exact: true }).waitFor();
    await Promise.all([say(page, "Help"), say(other, "Help")]);
    for (const tab of [page, other]) {
      await tab.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
      await tab.getByText("Recording audio evidence").waitFor();
    }
    await page.waitForTimeout(2_500);
    const parts = await partsOf(page);
    const { emergencyId } = await mirrorOf(page);
    expect(parts).toHaveLength(1);
    expect(parts[0]?.emergencyEventId).toBe(emergencyId);
    await unlock(page, ownPin);
    for (const tab of [page, other]) {
      await tab.getByRole("heading", { name: "Emergency Assistance" }).waitFor();
    }
    expect(problems).toEqual([]);
    await close();
  });

  test("a tab that closes while it records is followed by the other one", async () => {
    const { page, context, close } = await openPhone(on);
    const other = await context.newPage();
    await page.goto("/home");
    await startReal(page);
    await page.getByText("Recording audio evidence").waitFor();
    await page.waitForTimeout(2_000);
    await other.goto("/home");
    await other.getByText("Recording audio evidence").waitFor();
    await page.close();
    await expect.poll(async () => (await partsOf(other)).length, patience).toBe(2);
    const { emergencyId } = await mirrorOf(other);
    const parts = await partsOf(other);
    expect(parts.map((part) => part.emergencyEventId)).toEqual([emergencyId, emergencyId]);
    await close();
  });

  test("a word heard twice while the button is pressed starts one emergency", async () => {
    const { page, close } = await openPhone(on);
    await page.goto("/home");
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
    await page.waitForTimeout(2_000);
    expect(await partsOf(page)).toHaveLength(1);
    expect(await messagesOf(page)).toEqual([]);
    await close();
  });
});

describe("other ways to begin", () => {
  test("five hard shakes start it, four do not", async () => {
    const { page, close } = await openPhone(on);
    await page.goto("/home");
    await page.getByText("Ready", { exact: true }).waitFor();
    const shake = (count: number) =>
      page.evaluate(async (times) => {
        for (let done = 0; done < times; done += 1) {
          const acceleration = { x: 15, y: 15, z: 10 };
          window.dispatchEvent(new DeviceMotionEvent("devicemotion", { acceleration }));
          await new Promise((resolve) => setTimeout(resolve, 520));
        }
      }, count);
    await shake(4);
    await page.waitForTimeout(3_100);
    expect(await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).count()).toBe(0);
    await shake(5);
    await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    await page.getByText("Shake", { exact: true }).waitFor();
    await page.getByText("Message ready - tap to send").first().waitFor();
    expect(await messagesOf(page)).toEqual([]);
    await close();
  });
});
