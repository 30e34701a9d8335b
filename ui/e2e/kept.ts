/** Waits for what the service worker keeps on the device. */
import type { Page } from "playwright-core";

/** Resolves when the worker serves this page and has kept the whole app, whose last document is `/post-download`. */
export async function untilAppKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    if (serviceWorker.controller === null) {
      await new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve));
    }
    while ((await caches.match("/post-download", { ignoreSearch: true })) === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
}
