/** Public pages that the browser translates, which changes the server's HTML before and after hydration. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openMainScreen, openPhone, startReal } from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";
import { translateAll } from "./translator.ts";

const on = stage(withoutWorkers);

/** Buys as far as the checkout. */
async function goToCheckout(page: Page): Promise<void> {
  await page.getByRole("link", { name: /Purchase now/ }).click();
  const dialog = page.getByRole("dialog", { name: "Secure Purchase" });
  await dialog.getByLabel("Email Address").fill("buyer@example.org");
  await dialog.getByRole("button", { name: /Continue/ }).click();
  await page.waitForURL("**/checkout");
  await page.getByText("buyer@example.org").waitFor();
}

/** Hydrates the page, as the first interaction does. */
async function hydrate(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}

test("a landing page that was translated before it was hydrated has all its parts, and sells", async () => {
  const { page, context, expectProblems, close } = await on.visit();
  await translateAll(context);
  await page.goto("/");
  await page.locator("[data-translated]").first().waitFor();
  const headings = () => page.getByRole("heading", { level: 2 }).allTextContents();
  const before = await headings();
  await hydrate(page);
  // The texts of the server do not fit, and React renders the page anew.
  expectProblems(/React error #418/);
  await expect.poll(headings).toEqual(before);
  await goToCheckout(page);
  await close();
});

test("a click that hydrates a translated landing page opens the dialog of the purchase", async () => {
  const { page, context, expectProblems, close } = await on.visit();
  await translateAll(context);
  await page.goto("/");
  await page.locator("[data-translated]").first().waitFor();
  await goToCheckout(page);
  expectProblems(/React error #418/);
  await close();
});

test("no page of the app is translated", async () => {
  const { page, context, close } = await openPhone(on);
  await translateAll(context);
  await openMainScreen(page);
  await startReal(page);
  await page.getByText("Recording audio evidence").waitFor();
  await page.getByText("1 message opened", { exact: true }).waitFor();
  expect(await page.locator("[data-translated]").count()).toBe(0);
  await close();
});
