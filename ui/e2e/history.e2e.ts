/** The titles that the browser's history keeps of pages that were left. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { withSettings } from "./fakes.ts";
import { stage, withoutWorkers } from "./stage.ts";
import { openSettled } from "./still.ts";

const on = stage(withoutWorkers);

/** The titles of a tab's history, the shown page's last. A page that is left sets its title while the next one is shown already. */
async function titles(page: Page): Promise<readonly string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { entries } = await devtools.send("Page.getNavigationHistory");
  await devtools.detach();
  return entries.filter(({ url }) => url !== "about:blank").map(({ title }) => title);
}

test("the landing page is named as the disguise once it is left, and by its own name on return", async () => {
  const { page, close } = await on.visit();
  await openSettled(page, "/");
  expect(await page.title()).toMatch(/^Silent Partner - /);
  // As a link within the page does.
  await page.evaluate(() => {
    location.hash = "privacy";
  });
  await expect.poll(() => page.title()).toMatch(/^Silent Partner - /);
  await page.goto("/subscribe");
  await page.goto("/gift");
  const left = ["Heart Rate", "Heart Rate", "Get the app", "Heart Rate - A gift for a friend"];
  await expect.poll(() => titles(page)).toEqual(left);
  await page.goBack();
  await page.goBack();
  await expect.poll(() => page.title()).toMatch(/^Silent Partner - /);
  await close();
});

test("the landing page has its own name after a tap on a number, which leaves no page", async () => {
  const { page, allowProblems, close } = await on.visit();
  await openSettled(page, "/");
  await page.evaluate(() => {
    addEventListener("beforeunload", () =>
      document.body.setAttribute("data-title", document.title),
    );
  });
  await page.locator('a[href^="tel:"]').first().click();
  // Chromium reports the number as a request.
  allowProblems(/^request to null$/);
  await expect.poll(() => page.locator("body").getAttribute("data-title")).toBe("Heart Rate");
  await expect.poll(() => page.title()).toMatch(/^Silent Partner - /);
  await close();
});

test("a landing page that is slow to leave is named as the disguise all the same", async () => {
  const { page, close } = await on.visit();
  // Chromium waits half a second for what a page that is left still says.
  await page.addInitScript(() => {
    const occupy = () => {
      const end = performance.now() + 2_000;
      while (performance.now() < end);
    };
    if (location.pathname === "/") addEventListener("pagehide", occupy);
  });
  await openSettled(page, "/");
  await page.goto("/subscribe");
  await expect.poll(() => titles(page)).toEqual(["Heart Rate", "Get the app"]);
  await close();
});

test("a checkout without an address, and the way back from the app, leave no title that tells", async () => {
  const { page, close } = await on.visit();
  await withSettings(page);
  await page.goto("/checkout");
  await page.waitForURL((url) => url.pathname === "/");
  await openSettled(page, "/app");
  await page.getByRole("link", { name: "Return to Main" }).click();
  await page.waitForURL("**/home");
  await expect.poll(() => titles(page)).toEqual(["Heart Rate", "Heart Rate", "Heart Rate"]);
  await close();
});
