/** How a screen is displayed: its width, its colour scheme and its text size. */
import type { Page } from "playwright-core";
import { untilStill } from "./still.ts";

/** `textSize` is in percent of the usual size. */
export type Look = {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: "light" | "dark";
  readonly textSize: 100 | 200;
};

/** The style that sets the size of a page's text, in percent of the usual size, which is that of src/styles/base.css. */
export const textSizeRule = (percent: number): string =>
  `html { font-size: ${(1.0625 * percent) / 100}rem !important; }`;

/** Brings the page into a look. Its context must bypass the content policy, which refuses a style of the test. */
export async function show(page: Page, look: Look): Promise<void> {
  await page.setViewportSize({ width: look.width, height: look.height });
  await page.emulateMedia({ colorScheme: look.colorScheme });
  await page.evaluate((rule) => {
    const style = document.getElementById("test-text-size") ?? document.createElement("style");
    style.id = "test-text-size";
    style.textContent = rule;
    document.head.append(style);
  }, textSizeRule(look.textSize));
  await untilStill(page);
}

/** Shows the texts of the page's documents at twice their size, from the first frame on. */
export async function enlargeText(page: Page): Promise<void> {
  await page.addInitScript((rule) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rule);
    document.adoptedStyleSheets = [sheet];
  }, textSizeRule(200));
}
