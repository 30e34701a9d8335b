/** Notices with large text on the narrowest phone: no word is broken. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openSafari } from "./iphone.ts";
import { enlargeText } from "./look.ts";
import { savedSettings } from "./phone.ts";
import { stage, withoutWorkers } from "./stage.ts";
import { openSettled } from "./still.ts";

const on = stage(withoutWorkers);
const viewport = { width: 320, height: 640 };

/** A notice is an icon and words. */
const notices = "main div:has(> svg:first-child + div:last-child)";

/** The words in notices that go on in another line. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const broken: string[] = [];
    for (const notice of document.querySelectorAll(selector)) {
      const texts = document.createTreeWalker(notice, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const node = texts.currentNode;
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[\p{L}']+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
          if (new Set(tops).size > 1) broken.push(word);
        }
      }
    }
    return broken;
  }, notices);

/** Opens a page with notices, and expects that their words are whole. */
async function expectWhole(page: Page, path: string): Promise<void> {
  await enlargeText(page);
  await openSettled(page, path);
  expect(await page.locator(notices).count()).toBeGreaterThan(0);
  expect(await brokenWords(page)).toEqual([]);
}

test.each(["/gift", "/download-success", "/payment-success", "/subscribe"])(
  "no word is broken on %s",
  async (path) => {
    const { page, close } = await on.visit({ viewport });
    await expectWhole(page, path);
    await close();
  },
);

test("no word is broken in an iPhone's set-up", async () => {
  const { page, close } = await openSafari(on, savedSettings, { viewport });
  await expectWhole(page, "/setup");
  await close();
});
