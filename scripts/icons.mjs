#!/usr/bin/env node
/** Renders the app's icons from `ui/public/icons/heart.svg` with Chromium; run it when the drawing changes. */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";

const folder = new URL("../ui/public/icons/", import.meta.url);
const require = createRequire(new URL("../ui/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const drawing = await readFile(new URL("heart.svg", folder), "utf8");
/** A launcher cuts any shape out of a maskable icon; the drawing keeps to the middle, the colour fills all. */
const square = drawing.replace(' rx="112"', "");
/** A launcher colours a monochrome icon itself: only its shape counts. */
const shape = drawing.replace(/<rect[^>]*>/, "").replace(/<path d="M128[^>]*>/, "");

const icons = [
  { name: "icon-192.png", size: 192, svg: drawing, isOpaque: false },
  { name: "icon-512.png", size: 512, svg: drawing, isOpaque: false },
  { name: "maskable-512.png", size: 512, svg: square, isOpaque: true },
  { name: "monochrome-512.png", size: 512, svg: shape, isOpaque: false },
  { name: "apple-touch-icon.png", size: 180, svg: square, isOpaque: true },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  for (const { name, size, svg, isOpaque } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const sized = svg.replace(
      "<svg ",
      `<svg width="${size}" height="${size}" style="display:block" `,
    );
    await page.setContent(`<body style="margin:0">${sized}</body>`);
    await writeFile(new URL(name, folder), await page.screenshot({ omitBackground: !isOpaque }));
    await page.close();
  }
} finally {
  await browser.close();
}
