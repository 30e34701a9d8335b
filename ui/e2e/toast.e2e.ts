/** The toast area in a real browser: its place, its time, its key and its swipe. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { fakeSpeech, withSettings } from "./fakes.ts";
import { inShell, stage } from "./stage.ts";
import { openSettled, stopClock } from "./still.ts";

const on = stage(inShell);

/** The voice screen, whose switch shows a toast at each turn. */
async function open(width: number) {
  const watched = await on.visit({
    viewport: { width, height: 740 },
    permissions: ["microphone"],
  });
  const { page } = watched;
  await fakeSpeech(page);
  await withSettings(page);
  await openSettled(page, "/voice");
  const area = page.getByRole("region", { name: /Notifications/ });
  return { ...watched, area, toasts: area.locator("li") };
}

const show = (page: Page) => page.getByRole("switch", { name: "Voice Activation" }).click();

/** Drags the toast to the right by so many pixels and lets go. */
async function swipe(page: Page, by: number): Promise<void> {
  const box = await page
    .getByRole("region", { name: /Notifications/ })
    .locator("li")
    .boundingBox();
  const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y, { steps: 4 });
  await page.mouse.move(x + by, y, { steps: 4 });
  await page.mouse.up();
}

test("a toast is at most 420 px wide, and fits a phone", async () => {
  for (const [width, most] of [
    [1280, 420],
    [320, 320],
  ] as const) {
    const { page, toasts, close } = await open(width);
    await show(page);
    const box = await toasts.boundingBox();
    expect(box?.width).toBeGreaterThan(200);
    expect(box?.width).toBeLessThanOrEqual(most);
    await close();
  }
});

test("one toast shows at a time, for 5 seconds", async () => {
  const { page, toasts, close } = await open(1280);
  await page.clock.install();
  await stopClock(page);
  await show(page);
  await toasts.getByText("Voice monitoring started").waitFor();
  await show(page);
  await toasts.getByText("Voice monitoring stopped").waitFor();
  expect(await toasts.count()).toBe(1);
  await page.mouse.move(5, 5);
  await page.clock.runFor(4_800);
  expect(await toasts.count()).toBe(1);
  await page.clock.runFor(400);
  await expect.poll(() => toasts.count()).toBe(0);
  await close();
});

test("F8 moves the focus to the toast, which the keyboard can close", async () => {
  const { page, area, toasts, close } = await open(1280);
  await show(page);
  await toasts.waitFor();
  await page.keyboard.press("F8");
  expect(await area.evaluate((region) => region.contains(document.activeElement))).toBe(true);
  await area.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => toasts.count()).toBe(0);
  await close();
});

test("a toast closes when it is swiped 50 px to the right, and moves back from less", async () => {
  const { page, toasts, close } = await open(1280);
  await show(page);
  await toasts.waitFor();
  const place = await toasts.boundingBox();
  await swipe(page, 45);
  await expect.poll(() => toasts.boundingBox()).toEqual(place);
  await swipe(page, 60);
  await expect.poll(() => toasts.count()).toBe(0);
  await close();
});
