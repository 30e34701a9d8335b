/** Waits for what the service worker keeps on the device. */
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
