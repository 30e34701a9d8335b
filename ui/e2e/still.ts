/** Waits until a page is idle: hydration, requests and animations have finished. */
import type { Page, Response } from "playwright-core";
import { expect } from "vitest";
import { pendingOf } from "./journal.ts";

/** Opens a path, waits until the page is settled, and returns the answer. */
export async function openSettled(page: Page, path: string): Promise<Response | null> {
  const answer = await page.goto(path);
  await untilSettled(page);
  return answer;
}

/** Loads the page again, and waits until it is settled. */
export async function reloadSettled(page: Page): Promise<void> {
  await page.reload();
  await untilSettled(page);
}

/** Resolves once the page is hydrated, and nothing that it asked for is still to come. */
export async function untilSettled(page: Page): Promise<void> {
  await expect
    .poll(() => settles(page), {
      interval: 20,
      timeout: 30_000,
      message: "the page is not hydrated, or requests are pending",
    })
    .toBe(true);
}

/** Whether the page is hydrated and no request is pending, neither now nor after the tasks that the last answers have queued. */
async function settles(page: Page): Promise<boolean> {
  if (pendingOf(page) > 0) return false;
  const isHydrated = await page.evaluate(async () => {
    // A background task runs once React has no task left, also where a test holds the clock. A render may queue one more.
    for (let turn = 0; turn < 3; turn += 1)
      await scheduler.postTask(() => undefined, { priority: "background" });
    if ("hydrated" in document.documentElement.dataset) return true;
    // A page that leaves that to the first interaction would rest for seconds: it learns no more than that one came.
    if (document.body?.dataset["deferred"] !== undefined) dispatchEvent(new Event("focusin"));
    return false;
  });
  return isHydrated && pendingOf(page) === 0;
}

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

/** Stops the clock that a test has installed in the page: from then on only `runFor` moves it. */
export async function stopClock(page: Page): Promise<void> {
  // Far enough ahead for the time between these two lines on a busy machine.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}
