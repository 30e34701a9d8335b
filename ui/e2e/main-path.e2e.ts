/** What the main path shows: the landing page to a visitor, the main screen to a person who has the app. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { leaveEnd, openMainScreen, openPhone, ownPin, startReal, unlock } from "./phone.ts";
import { stage } from "./stage.ts";

const on = stage();

const mainScreen = (page: Page) => page.getByRole("heading", { name: "Emergency Assistance" });

test("a demo whose emergency ended at the main path finds the shop there after a reload", async () => {
  const { page, close } = await openPhone(on);
  await openMainScreen(page);
  await startReal(page);
  await unlock(page, ownPin);
  await page.waitForURL((url) => url.pathname === "/");
  await leaveEnd(page);
  await mainScreen(page).waitFor();
  await page.reload();
  await page.getByText(/^One price, for good$/).waitFor();
  await close();
});

test("each use of the app renews the cookie of the main path", async () => {
  const { page, context, close } = await openPhone(on);
  const inDays = (days: number) => Date.now() / 1_000 + days * 86_400;
  const { origin: url } = on.server;
  await context.addCookies([{ name: "view", value: "app", url, expires: inDays(1) }]);
  await page.goto("/");
  await mainScreen(page).waitFor();
  const expires = async () =>
    (await context.cookies()).find(({ name }) => name === "view")?.expires;
  await expect.poll(expires).toBeGreaterThan(inDays(390));
  await close();
});

test("a visitor who only looked at the demo finds the landing page again", async () => {
  const { page, close } = await openPhone(on);
  await page.goto("/app");
  await page.getByText("Demo Preview Mode").waitFor();
  await page.getByRole("link", { name: "Return to Main" }).click();
  await mainScreen(page).waitFor();
  await page.goto("/");
  await page
    .getByRole("link", { name: /^Get it for/ })
    .first()
    .waitFor();
  expect(await mainScreen(page).count()).toBe(0);
  await close();
});
