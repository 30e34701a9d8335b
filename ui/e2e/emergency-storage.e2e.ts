/** The emergency on a phone that keeps nothing more. */
import { describe, expect, test } from "vitest";
import { openPhone, ownPin, partsOf, startReal, unlock } from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage();

describe("a full storage", () => {
  test("keeps the emergency going, says that the sound is not saved, and hands it over as a file", async () => {
    const { page, context, close } = await openPhone(on);
    await page.goto("/home");
    const devtools = await context.newCDPSession(page);
    await page.evaluate(() => localStorage.setItem("ballast", "x".repeat(5_242_000 - 2_000)));
    await devtools.send("Storage.overrideQuotaForOrigin", {
      origin: on.server.origin,
      quotaSize: 1,
    });
    await startReal(page);
    await page.getByText("1 contact notified").waitFor();
    await page.getByText(/Storage is full\. Recording not saved on this phone/).waitFor();
    expect(await page.getByText("Recording audio evidence", { exact: true }).count()).toBe(0);
    await page.waitForTimeout(2_000);
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the recording now" }).click();
    const file = await waiting;
    expect(file.suggestedFilename()).toMatch(/\.webm$/);
    const last = page.waitForEvent("download");
    await unlock(page, ownPin);
    expect((await last).suggestedFilename()).toMatch(/\.webm$/);
    await page.getByText("Emergency Resolved", { exact: true }).waitFor();
    await close();
  });

  test("that gets room again takes every second that waited in memory", async () => {
    const { page, context, close } = await openPhone(on);
    await page.goto("/home");
    const devtools = await context.newCDPSession(page);
    const quota = { origin: on.server.origin };
    await devtools.send("Storage.overrideQuotaForOrigin", { ...quota, quotaSize: 1 });
    await startReal(page);
    await page.getByText(/Storage is full\. Recording not saved on this phone/).waitFor();
    await page.waitForTimeout(2_000);
    await devtools.send("Storage.overrideQuotaForOrigin", quota);
    await page.getByText("Recording audio evidence", { exact: true }).waitFor();
    const [part] = await partsOf(page);
    expect(part?.decoded).toBeGreaterThan(2);
    await close();
  });
});
