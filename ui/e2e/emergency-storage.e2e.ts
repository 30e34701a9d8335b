/** The emergency on a phone that keeps nothing more. */

import { describe, expect, test } from "vitest";
import { soundOf } from "./evidence.ts";
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
    await page.getByText(/Recording not saved on this phone: its storage is full/).waitFor();
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
    await page.getByText(/Recording not saved on this phone: its storage is full/).waitFor();
    await page.waitForTimeout(2_000);
    await devtools.send("Storage.overrideQuotaForOrigin", quota);
    await page.getByText("Recording audio evidence", { exact: true }).waitFor();
    const [part] = await partsOf(page);
    expect(part?.decoded).toBeGreaterThan(2);
    await close();
  });
});

describe("a browser that keeps no database", () => {
  test("locks and records all the same, says that nothing is kept, and finds the lock after a reload", async () => {
    const { page, context, close } = await openPhone(on);
    page.on("dialog", (dialog) => void dialog.accept());
    await context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("closed", "SecurityError");
      };
    });
    await page.goto("/home");
    await startReal(page);
    await page.getByText("1 contact notified").waitFor();
    await page.getByText(/Recording not saved on this phone/).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    await page.waitForTimeout(2_000);
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save the recording now" }).click();
    expect((await waiting).suggestedFilename()).toMatch(/\.webm$/);
    await unlock(page, ownPin);
    await page.getByText("Emergency Resolved", { exact: true }).waitFor();
    await close();
  });
});

test("a second emergency leaves the recording of the first as it was", async () => {
  const { page, close } = await openPhone(on);
  await page.goto("/home");
  const record = async () => {
    await startReal(page);
    await page.getByText("Recording audio evidence").waitFor();
    await page.waitForTimeout(1_600);
    await unlock(page, ownPin);
    await page.getByText("Recording Saved", { exact: true }).waitFor();
  };
  await record();
  const [first] = await partsOf(page);
  const before = await soundOf(page, first?.id);
  await record();
  const parts = await partsOf(page);
  expect(new Set(parts.map((part) => part.emergencyEventId)).size).toBe(2);
  expect((await soundOf(page, first?.id)).equals(before)).toBe(true);
  const mirrored = await page.evaluate(() =>
    JSON.parse(localStorage.getItem("voiceRecordings") ?? "[]"),
  );
  expect(mirrored.map((entry: { id: string }) => entry.id)).toEqual(parts.map(({ id }) => id));
  await close();
});
