/** The rows of the settings, and the screens behind them. */
import type { Page } from "playwright-core";
import type { Step } from "./scene.ts";
import { openSettled } from "./still.ts";

/** Opens the screen behind a row of the list that is shown. */
export async function openRow(page: Page, title: string): Promise<void> {
  // Rows are in the server's HTML, and answer once the page is hydrated.
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
  await page.getByRole("button", { name: new RegExp(`^${title} `) }).click();
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
}

/** Loads the settings as a document, and opens one of their screens. */
export async function openSetting(page: Page, title: string): Promise<void> {
  await openSettled(page, "/settings");
  await openRow(page, title);
}

/** Back from a screen to the list. */
export async function closeRow(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Settings", exact: true }).waitFor();
}

/** Opens a row on the way to a scene. */
export const row =
  (title: string): Step =>
  (page) =>
    openRow(page, title);
