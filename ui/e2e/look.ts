/** How a screen is looked at: its width, its colours and the size of its text. */
import type { Page } from "playwright-core";
import { untilStill } from "./still.ts";

/** `textSize` is in percent of the usual size. */
export type Look = {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: "light" | "dark";
  readonly textSize: 100 | 200;
};

/** Brings the page into a look. Its context must bypass the content policy, which refuses a style of the test. */
export async function show(page: Page, look: Look): Promise<void> {
  await page.setViewportSize({ width: look.width, height: look.height });
  await page.emulateMedia({ colorScheme: look.colorScheme });
  await page.evaluate((percent) => {
    const style = document.getElementById("test-text-size") ?? document.createElement("style");
    style.id = "test-text-size";
    // The size of the usual text is that of src/styles/base.css.
    style.textContent = `html { font-size: ${(1.0625 * percent) / 100}rem !important; }`;
    document.head.append(style);
  }, look.textSize);
  await untilStill(page);
}

/** Shows the texts of the page's documents at twice their size, from the first frame on. */
export async function enlargeText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("html { font-size: 2.125rem !important; }");
    document.adoptedStyleSheets = [sheet];
  });
}
