#!/usr/bin/env node
/**
 * Renders the app's icons and the link preview image from `public/icons/heart.svg` with Chromium. Run it
 * when the drawing changes.
 */
import { readFile, writeFile } from "node:fs/promises";
import { chromium } from "playwright-core";

const folder = new URL("../public/icons/", import.meta.url);

const drawing = await readFile(new URL("heart.svg", folder), "utf8");
/** Maskable: launchers crop it to any shape, so the colour fills the whole square. */
const square = drawing.replace(' rx="112"', "");
/** Monochrome: launchers colour it, so only the shape counts. */
const shape = drawing.replace(/<rect[^>]*>/, "").replace(/<path d="M128[^>]*>/, "");

/** The link preview, without text: it is shown in chats. */
const preview = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="#131019"/>
  <path d="M0 315h190l36-80 60 170 44-120 26 30h84M760 315h84l26-30 44 120 60-170 36 80h190"
    fill="none" stroke="#7c3aed" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" opacity=".55"/>
  <svg x="440" y="155" width="320" height="320" viewBox="0 0 512 512">${drawing.replace(/<\/?svg[^>]*>/g, "")}</svg></svg>`;

const icons = [
  { name: "icon-192.png", size: 192, svg: drawing, isOpaque: false },
  { name: "icon-512.png", size: 512, svg: drawing, isOpaque: false },
  { name: "maskable-512.png", size: 512, svg: square, isOpaque: true },
  { name: "monochrome-512.png", size: 512, svg: shape, isOpaque: false },
  { name: "apple-touch-icon.png", size: 180, svg: square, isOpaque: true },
  { name: "../preview.png", size: 1200, height: 630, svg: preview, isOpaque: true },
];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
try {
  for (const { name, size, height = size, svg, isOpaque } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height } });
    const sized = svg.replace(
      "<svg ",
      `<svg width="${size}" height="${height}" style="display:block" `,
    );
    await page.setContent(`<body style="margin:0">${sized}</body>`);
    await writeFile(new URL(name, folder), await page.screenshot({ omitBackground: !isOpaque }));
    await page.close();
  }
} finally {
  await browser.close();
}
