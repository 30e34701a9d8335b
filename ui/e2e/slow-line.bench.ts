/** How long pages take over a slow line, in milliseconds beside their budgets, for `scripts/bench triggers` on a quiet machine. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { budgetTable, several } from "./budget-table.ts";
import { withAddress } from "./buying.ts";
import { address, buttons, canPay } from "./card-form.ts";
import { openPhone, savedSettings } from "./phone.ts";
import { slowDown } from "./slow-phone.ts";
import { manyBuyers, stage } from "./stage.ts";

const on = stage(manyBuyers);
const report = budgetTable();

/** 400 kbit/s, and 400 ms until an answer begins. */
const line = { kilobits: 400, latencyMs: 400 };

/** Opens the path over the slow line; resolves to the milliseconds until it is usable. */
async function usableAfter(page: Page, path: string, isUsable: () => Promise<unknown>) {
  await slowDown(page, line);
  const begin = performance.now();
  await page.goto(path, { waitUntil: "commit" });
  await isUsable();
  return performance.now() - begin;
}

/** Waits until a page's script has taken over its controls. A locator may look again half a second late. */
const hydrated = (page: Page) =>
  page.waitForFunction(() => "hydrated" in document.documentElement.dataset);

test("the pages come in brotli after their first visitors", async () => {
  const headers = { "accept-encoding": "br" };
  for (const path of ["/", "/app", "/home", "/checkout", "/gift"]) {
    const answer = () => fetch(on.server.origin + path, { headers });
    const encoding = async () => (await answer()).headers.get("content-encoding");
    await expect.poll(encoding, { timeout: 30_000 }).toBe("br");
  }
});

// Where no worker has kept anything yet.
const firstVisit = { serviceWorkers: "block" } as const;

test.each(["/app", "/home"])("%s at a first visit", async (path) => {
  const took = await several(3, async () => {
    const { page, close } = await openPhone(on, savedSettings, firstVisit);
    const ms = await usableAfter(page, path, () => hydrated(page));
    await close();
    return ms;
  });
  report(`${path} on a slow line: usable`, 4_000, took);
});

test("the card form of the checkout", async () => {
  const took = await several(3, async () => {
    const { page, close } = await on.visit({ ...withAddress(on, address), ...firstVisit });
    const ms = await usableAfter(page, "/checkout", () => canPay(page, buttons.checkout));
    await close();
    return ms;
  });
  report("the checkout on a slow line: can pay", 3_500, took);
});

test("the card form of a gift, from the press that asks for it", async () => {
  const took = await several(3, async () => {
    const { page, close } = await on.visit(firstVisit);
    await page.goto("/gift");
    await page.getByLabel("Your Email Address").fill(address);
    await page.getByLabel("Friend's Email Address").fill("friend@example.org");
    await slowDown(page, line);
    const begin = performance.now();
    await page.getByRole("button", { name: "Continue to Payment" }).click();
    await canPay(page, buttons.gift);
    const ms = performance.now() - begin;
    await close();
    return ms;
  });
  report("a gift on a slow line: can pay", 3_500, took);
});

/** Runs in the page: resolves to the time of the largest paint so far, in milliseconds after the navigation began. */
function largestPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1);
      if (last !== undefined) resolve(last.startTime);
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });
}

test("the landing page's largest paint", async () => {
  const took = await several(3, async () => {
    const { page, close } = await on.visit(firstVisit);
    await slowDown(page, line);
    await page.goto("/");
    const ms = await page.evaluate(largestPaint);
    await close();
    return ms;
  });
  report("the landing page on a slow line: its largest paint", 600, took);
});
