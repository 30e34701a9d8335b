/** The test emergency, and what the demo PIN unlocks. */
import { describe, expect, test } from "vitest";
import {
  ana,
  demoPin,
  messagesOf,
  mirrorOf,
  openPhone,
  ownPin,
  partsOf,
  pasted,
  patience,
  savedSettings,
  startReal,
  unlock,
  unlockOverlay,
} from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";

const on = stage(withoutWorkers);

describe("the demo PIN", () => {
  test("in a real emergency opens only a decoy, locked and recorded until the own PIN is typed", async () => {
    const { page, close } = await openPhone(on);
    await page.goto("/home");
    await startReal(page);
    await page.getByText("Recording audio evidence").waitFor();
    await unlock(page, demoPin);
    await page.waitForURL((url) => url.pathname === "/app");
    await page.getByText("BPM").waitFor();
    expect(await mirrorOf(page)).toMatchObject({
      isLocked: true,
      isDecoy: true,
      isRecording: true,
      failedAttempts: 0,
    });
    const [before] = await partsOf(page);
    await expect
      .poll(async () => (await partsOf(page))[0]?.decoded, patience)
      .toBeGreaterThan((before?.decoded ?? 0) + 1);
    expect(await partsOf(page)).toHaveLength(1);
    const shown = (await page.textContent("body")) ?? "";
    expect(shown).not.toMatch(/emergency|record/i);

    await page.getByRole("button", { name: /BPM/ }).click();
    await page.getByLabel("Security code").fill(demoPin);
    await page.getByRole("button", { name: "Verify Code" }).click();
    await page.getByRole("heading", { name: "Options" }).waitFor();
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByText("BPM").waitFor();
    expect(await mirrorOf(page)).toMatchObject({ isLocked: true, isDecoy: true });

    await page.reload();
    await page.getByText("BPM").waitFor();
    await expect.poll(async () => (await partsOf(page)).length, patience).toBe(2);
    await page.getByRole("button", { name: /BPM/ }).click();
    await page.getByLabel("Security code").fill(ownPin);
    await page.getByRole("button", { name: "Verify Code" }).click();
    await expect.poll(() => mirrorOf(page), patience).toMatchObject({ isLocked: false });
    await close();
  });

  test("still opens only a decoy, on every lock, when the settings are emptied meanwhile", async () => {
    const { page, close } = await openPhone(on);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto("/home");
    await startReal(page);
    await page.getByText("Recording audio evidence").waitFor();
    await page.evaluate(() => {
      const state = JSON.parse(localStorage.getItem("emergencyState") ?? "{}");
      localStorage.clear();
      localStorage.setItem("heartRateIntroSeen", "true");
      localStorage.setItem("emergencyState", JSON.stringify({ ...state, ownPin: "" }));
      localStorage.setItem("silentPartnerSettings", JSON.stringify({ pinCode: "" }));
    });
    await page.goto("/settings");
    await unlockOverlay(page, demoPin);
    await page.waitForURL((url) => url.pathname === "/app");
    await page.getByText("BPM").waitFor();
    expect(await mirrorOf(page)).toMatchObject({ isLocked: true, isDecoy: true });
    await page.goto("/lockdown");
    await page.getByText("BPM").waitFor();
    expect(await mirrorOf(page)).toMatchObject({ isLocked: true, isDecoy: true });
    await expect
      .poll(async () => (await partsOf(page)).at(-1)?.decoded ?? 0, patience)
      .toBeGreaterThan(1);
    await close();
  });

  test("really unlocks a test, and an emergency without an own PIN, and stays on the page", async () => {
    for (const [settings, name] of [
      [savedSettings, "TEST EMERGENCY"],
      [{ ...savedSettings, pinCode: "" }, "REAL EMERGENCY"],
    ] as const) {
      const { page, close } = await openPhone(on, settings);
      await page.goto("/home");
      await page.getByRole("button", { name }).click();
      if (name === "REAL EMERGENCY") {
        await page.getByRole("button", { name: "Yes, start now" }).click();
      }
      await page.getByText("Recording audio evidence").waitFor();
      await unlock(page, demoPin);
      await page.getByText("Demo Access Granted", { exact: true }).waitFor();
      await page.getByRole("heading", { name: "Emergency Assistance" }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/home");
      expect(await mirrorOf(page)).toMatchObject({ isLocked: false });
      await close();
    }
  });
});

describe("a test emergency", () => {
  test("opens a message marked as a test, copies it, and names every contact", async () => {
    const { page, close } = await openPhone(on);
    await page.goto("/home");
    await page.getByText("Ready", { exact: true }).waitFor();
    await page.getByRole("button", { name: "TEST EMERGENCY" }).click();
    await page.getByText("This is a test.").waitFor();
    await page.getByText("The test message is on the clipboard.").waitFor();
    expect(await pasted(page)).toMatch(/^TEST ONLY, no danger\. Send help/);
    await page.getByText("Ana +61400000001, Ben +61400000002", { exact: true }).waitFor();
    const messages = await messagesOf(page);
    expect(messages.map(({ href }) => href.split("?")[0])).toEqual([`sms:${ana.phoneNumber}`]);
    await close();
  });

  test("becomes a real one by its button or by a spoken word, and its sound goes on as evidence", async () => {
    for (const way of ["button", "voice"]) {
      const { page, close } = await openPhone(on);
      await page.goto("/home");
      await page.getByText("Ready", { exact: true }).waitFor();
      await page.getByRole("button", { name: "TEST EMERGENCY" }).click();
      await page.getByText("This is a test.").waitFor();
      await page.getByText("Recording audio evidence").waitFor();
      const { emergencyId } = await mirrorOf(page);
      if (way === "button") {
        await page.getByRole("button", { name: "REAL EMERGENCY" }).click();
        await page.getByRole("button", { name: "Yes, start now" }).click();
      } else {
        await page.evaluate(() => {
          const detail = { triggeredBy: "voice", safeWordUsed: "help me" };
          window.dispatchEvent(new CustomEvent("emergency-trigger", { detail }));
        });
      }
      await page.getByText("This is a test.").waitFor({ state: "detached" });
      await page.getByText("This is a real emergency now", { exact: true }).waitFor();
      const begins = () => page.evaluate(() => [document.activeElement?.tagName, scrollY]);
      await expect.poll(begins, patience).toEqual(["H1", 0]);
      await page.getByText("Recording audio evidence").waitFor();
      expect(await mirrorOf(page)).toMatchObject({ emergencyId, kind: "real" });
      await unlock(page, demoPin);
      await page.waitForURL((url) => url.pathname === "/app");
      expect(await mirrorOf(page)).toMatchObject({ emergencyId, isLocked: true });
      expect((await partsOf(page)).length).toBe(1);
      await close();
    }
  });

  test("without contacts says so and starts nothing", async () => {
    const { page, close } = await openPhone(on, null);
    await page.goto("/home");
    await page.getByText("No contacts saved").waitFor();
    await page.getByRole("button", { name: "TEST EMERGENCY" }).click();
    await page.getByText("No Emergency Contacts", { exact: true }).waitFor();
    await page
      .getByText("Please add emergency contacts in settings first.", { exact: true })
      .waitFor();
    expect(await partsOf(page)).toEqual([]);
    await close();
  });
});
