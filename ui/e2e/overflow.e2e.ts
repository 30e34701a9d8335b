/** Every screen fits its width, whatever the device's font: nothing is cut off, and nothing scrolls sideways. */
import { execFileSync } from "node:child_process";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { scenes } from "./scenes.ts";
import { manyBuyers, stage } from "./stage.ts";
import { untilStill } from "./still.ts";

const on = stage(manyBuyers);

/** Wide and narrow fonts that devices have as their system font, all from Debian's packages. */
const fonts = ["DejaVu Sans", "Noto Sans", "Liberation Sans", "DejaVu Sans Condensed"] as const;
const widths = [300, 320, 360] as const;

beforeAll(() => {
  for (const font of fonts) {
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

/** One line for each element that lies beyond the sides of the screen, and for the page when it scrolls sideways. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    /** What a scrolling or clipping ancestor holds is not beyond the screen. */
    const isHeld = (element: Element): boolean => {
      for (let one = element.parentElement; one !== null; one = one.parentElement) {
        if (one === document.body) return false;
        if (getComputedStyle(one).overflowX !== "visible") return true;
      }
      return false;
    };
    const beyond = [...document.body.querySelectorAll("*")].filter((element) => {
      if (!element.checkVisibility() || isHeld(element)) return false;
      const { left, right, width, height } = element.getBoundingClientRect();
      // A pixel's text for screen readers alone is cut off on purpose.
      if (width <= 1 || height <= 1) return false;
      return right > clientWidth + 0.5 || left < -0.5;
    });
    const named = beyond.map((element) => {
      const { left, right } = element.getBoundingClientRect();
      const text = element.textContent?.trim().slice(0, 30) ?? "";
      return `${element.tagName.toLowerCase()} "${text}" from ${left} to ${right} of ${clientWidth}`;
    });
    return scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`, ...named] : named;
  });
}

test.each(scenes.map((scene) => [scene.name, scene] as const))(
  "%s fits 300, 320 and 360 px in wide and narrow fonts",
  async (_name, scene) => {
    const { page, close } = await scene.open(on, {
      viewport: { width: 360, height: 640 },
      // The font is set by a style of the test, which the page's policy would refuse.
      bypassCSP: true,
    });
    const findings: string[] = [];
    for (const font of fonts) {
      await setFont(page, font);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 640 });
        await untilStill(page);
        for (const one of await overflowing(page)) findings.push(`${font}, ${width} px: ${one}`);
      }
    }
    expect(findings).toEqual([]);
    await close();
  },
);
