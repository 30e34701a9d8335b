/** A real emergency in Chromium, with a fake microphone. */
import { describe, expect, test } from "vitest";
import { unreachable } from "./browser.ts";
import { untilRecorded } from "./evidence.ts";
import {
  messagesOf,
  mirrorOf,
  openMainScreen,
  openPhone,
  ownPin,
  partsOf,
  patience,
  startReal,
  unlock,
} from "./phone.ts";
import { stage } from "./stage.ts";
import { noteTimes, tookOf } from "./trigger-times.ts";

const on = stage();

describe("a real emergency", () => {
  test("locks in 300 ms, records in 1 s and opens the first message in 2 s, asking the server nothing", async () => {
    const { page, close } = await openPhone(on);
    await openMainScreen(page);
    await page.getByRole("button", { name: "REAL EMERGENCY" }).click();
    await page.getByRole("button", { name: "Yes, start now" }).waitFor();
    await noteTimes(page);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await page.getByRole("button", { name: "Yes, start now" }).click();
    await expect.poll(() => messagesOf(page).then((all) => all.length), patience).toBe(1);
    await page.getByText("1 contact notified").waitFor();
    const [message] = await messagesOf(page);
    const { since, ...took } = await tookOf(page);
    const opened = since(message?.at);
    expect(took.lock).toBeLessThanOrEqual(300);
    expect(took.recording).toBeLessThanOrEqual(1_000);
    expect(opened).toBeLessThanOrEqual(2_000);
    // A messages app takes the screen, so the microphone is asked for before.
    expect(took.microphone).toBeLessThan(opened);
    expect(requests).toEqual([]);
    expect(decodeURIComponent(message?.href ?? "")).toMatch(
      /^sms:\+61400000001\?body=Send help, I am in danger\.\nLocation: https:\/\/maps\.google\.com\/\?q=-33\.86882,151\.20929\nAccuracy: 12 m\nTime: \d{4}-\d\d-\d\d \d\d:\d\d$/,
    );
    await close();
  });

  test("goes on when the network is gone before the first touch", async () => {
    const { page, context, close, allowProblems } = await openPhone(on);
    await page.goto("/home", { waitUntil: "networkidle" });
    await context.setOffline(true);
    await startReal(page);
    await page.getByText("Recording audio evidence").waitFor();
    await page.getByText("No data connection. SMS may still work.").waitFor();
    await expect.poll(() => messagesOf(page).then((all) => all.length), patience).toBe(1);
    await context.setOffline(false);
    allowProblems(unreachable);
    await close();
  });

  test("the person's own PIN ends it, leads home and saves a recording that plays", async () => {
    const { page, close } = await openPhone(on);
    await page.goto("/home");
    await startReal(page);
    await page.getByText("Recording audio evidence").waitFor();
    await untilRecorded(page, 4);
    await unlock(page, ownPin);
    await page.waitForURL((url) => url.pathname === "/");
    await page.getByText("Recording Saved", { exact: true }).waitFor();
    expect(await mirrorOf(page)).toMatchObject({ isLocked: false, isRecording: false });
    const [part, ...others] = await partsOf(page);
    expect(others).toEqual([]);
    expect(part?.status).toBe("stopped");
    expect(part?.decoded).toBeGreaterThan(3);
    const list = await page.evaluate(() =>
      JSON.parse(localStorage.getItem("voiceRecordings") ?? "[]"),
    );
    expect(list).toHaveLength(1);
    expect(list[0].audioBlob).toMatch(/^data:audio\/webm;codecs=opus;base64,/);
    expect(list[0]).toMatchObject({ id: part?.id, isProcessed: false });
    await close();
  });

  test("survives a reload: the same emergency, locked, with the next part of its recording", async () => {
    const { page, close } = await openPhone(on);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto("/home");
    await startReal(page);
    await page.getByText("Recording audio evidence").waitFor();
    await untilRecorded(page, 1);
    const before = await mirrorOf(page);
    await page.goto("/lockdown");
    await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    await page.getByText("Recording audio evidence").waitFor();
    expect((await mirrorOf(page))["emergencyId"]).toBe(before["emergencyId"]);
    await expect
      .poll(async () => (await partsOf(page)).at(-1)?.decoded, patience)
      .toBeGreaterThan(0.9);
    const parts = await partsOf(page);
    expect(parts.map((part) => [part.part, part.status])).toEqual([
      [1, "recovered"],
      [2, "recording"],
    ]);
    expect(await messagesOf(page)).toEqual([]);
    await close();
  });

  test("leads back to the lock from a public page, and 'back' stays on the lock", async () => {
    const { page, close } = await openPhone(on);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.goto("/lockdown");
    await page.goto("/home");
    await startReal(page);
    // The lock answers `back` with a new entry of the history.
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const push = history.pushState.bind(history);
          history.pushState = (...state) => {
            push(...state);
            resolve();
          };
          history.back();
        }),
    );
    await expect.poll(() => new URL(page.url()).pathname).toBe("/home");
    await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    await page.goto("/checkout");
    await page.getByRole("heading", { name: "EMERGENCY ACTIVE" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/lockdown");
    await close();
  });
});
