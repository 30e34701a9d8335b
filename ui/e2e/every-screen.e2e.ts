/**
 * Every screen in every state fits its width, whatever the device's font and the size of the text: nothing is cut off or
 * covered, not by a toast either, and nothing scrolls sideways. All text doubles where the person's text size does. And
 * axe finds nothing against its WCAG 2.2 AA rules, contrast among them.
 */
import { execFileSync } from "node:child_process";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { contrastAlone, everyRule, findingsOn } from "./axe.ts";
import { covered, cutOff, overflowing } from "./faults.ts";
import { show } from "./look.ts";
import { scenes } from "./scenes.ts";
import { inShell, stage, withoutWorkers } from "./stage.ts";
import { untilStill } from "./still.ts";
import { ungrown } from "./text-growth.ts";
import { coveredByToast } from "./toasts.ts";

const shell = stage(inShell);
const browser = stage(withoutWorkers);

/** Screens that ask for a permission, themselves or on the way to them, which the shell cannot refuse. */
const askForPermission =
  /^(heart-monitor-welcome|home-denied|set-up-blocked|install-dialog|take-along-.*|gift-used)$/;

/** Wide and narrow fonts that devices have as their system font, all from Debian's packages, and the widths to try. */
const fonts = [
  ["DejaVu Sans", [300, 320, 360]],
  ["Noto Sans", [300]],
  ["DejaVu Sans Condensed", [320]],
  ["Liberation Sans", [300]],
] as const;

/**
 * How each screen is looked at in the last of the fonts, and by which of axe's rules: roles are the same for any width and
 * size of text, and of what changes with the colours axe judges the contrast alone.
 */
const looks = [
  { width: 320, colorScheme: "light", textSize: 100, audit: everyRule },
  { width: 320, colorScheme: "light", textSize: 200, audit: null },
  { width: 390, colorScheme: "light", textSize: 100, audit: null },
  { width: 390, colorScheme: "dark", textSize: 200, audit: null },
  { width: 1280, colorScheme: "dark", textSize: 100, audit: contrastAlone },
  { width: 1280, colorScheme: "dark", textSize: 200, audit: null },
] as const;

/** How each screen is looked at while it shows a toast. */
const toastLooks = [
  { width: 320, height: 568, textSize: 100 },
  { width: 320, height: 568, textSize: 200 },
  { width: 360, height: 640, textSize: 100 },
  { width: 1280, height: 800, textSize: 100 },
] as const;

/** Documents without toasts: a guardian's page, and the emulator of the payment provider. */
const withoutToasts = /^(watch|sandbox-)/;

beforeAll(() => {
  for (const [font] of fonts) {
    const found = execFileSync("fc-list", [font], { encoding: "utf8" });
    expect(found, `${font} is not installed; scripts/test names its package`).not.toBe("");
  }
});

/** Replaces the font of everything on the page. */
async function setFont(page: Page, font: string): Promise<void> {
  await page.evaluate((family) => {
    const style = document.getElementById("test-font") ?? document.createElement("style");
    style.id = "test-font";
    style.textContent = `* { font-family: "${family}" !important; }`;
    document.head.append(style);
  }, font);
}

test.each(scenes.map((scene) => [scene.name, scene] as const))(
  "%s shows all of its words, and every control can be reached, beside a toast too",
  async (name, scene) => {
    const { page, close } = await scene.open(askForPermission.test(name) ? browser : shell, {
      viewport: { width: 360, height: 640 },
      // Fonts are set by a style and axe is a script of the test, which the page's policy would refuse.
      bypassCSP: true,
    });
    const findings: string[] = [];
    // Its words may be there before the document has ended.
    await page.waitForLoadState("domcontentloaded");
    // A page that leads on by itself would be another screen, or change while it is looked at.
    page.on("domcontentloaded", () => findings.push(`went on to ${page.url()}`));
    for (const [font, widths] of fonts) {
      await setFont(page, font);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 640 });
        await untilStill(page);
        for (const one of await overflowing(page)) findings.push(`${font}, ${width} px: ${one}`);
      }
    }
    for (const look of looks) {
      await show(page, { ...look, height: 800 });
      const found = [
        ...(await overflowing(page)),
        ...(await cutOff(page)),
        ...(await covered(page)),
        ...(look.textSize === 100 ? await ungrown(page) : []),
        ...(look.audit ? await findingsOn(page, look.audit) : []),
      ];
      const { width, colorScheme, textSize } = look;
      for (const one of found) findings.push(`${width} px, ${colorScheme}, ${textSize} %: ${one}`);
    }
    for (const look of toastLooks) {
      await show(page, { ...look, colorScheme: "light" });
      const { isThere, findings: found } = await coveredByToast(page);
      if (isThere === withoutToasts.test(name)) findings.push(`has toasts: ${isThere}`);
      for (const one of [...found, ...(look.textSize === 100 ? await ungrown(page) : [])])
        findings.push(`${look.width} px, ${look.textSize} %: ${one}`);
    }
    expect(findings).toEqual([]);
    await close();
  },
);
