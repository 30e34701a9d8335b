/** The pages of the app on a device that has it, and the wait until the service worker has kept them. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Resolves when the worker serves this page and has kept the whole app, whose last document is `/post-download`. */
export async function untilAppKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (serviceWorker.controller === null) {
      await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve));
    }
  });
  const isKept = () =>
    page.evaluate(async () => {
      const last = await caches.match("/post-download", { ignoreSearch: true });
      return last !== undefined;
    });
  await expect.poll(isKept, { timeout: 60_000 }).toBe(true);
}

/** The paths of the app that open without a network. */
export const appPages = [
  "/app",
  "/settings",
  "/voice",
  "/home",
  "/lockdown",
  "/setup",
  "/post-download",
];

/** One visit of the heart monitor, until the worker has kept everything. */
export async function visitOnce(page: Page): Promise<void> {
  await page.goto("/app", { waitUntil: "networkidle" });
  await untilAppKept(page);
}

/** Opens every page of the app; resolves to the milliseconds until each showed its heading. */
export async function openAll(page: Page): Promise<Record<string, number>> {
  const took: Record<string, number> = {};
  for (const path of appPages) {
    const begin = performance.now();
    await page.goto(path, { waitUntil: "load" });
    await page.locator("main h1").waitFor();
    took[path] = performance.now() - begin;
  }
  return took;
}
