/** Waits for what moves on a page. */
import type { Page } from "playwright-core";

/** Resolves once every animation and transition that ends has ended, in this frame and the next. */
export function untilStill(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const ending = () =>
      document.getAnimations().filter((one) => {
        const end = one.effect?.getComputedTiming().endTime;
        return one.playState === "running" && Number.isFinite(Number(end));
      });
    await frame();
    for (let moving = ending(); moving.length > 0; moving = ending()) {
      // One that is cancelled has ended too.
      await Promise.allSettled(moving.map((one) => one.finished));
      await frame();
    }
  });
}
