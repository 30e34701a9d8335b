#!/usr/bin/env node
/**
 * Renders the app's icons and the link preview images from `public/icons/heart.svg`, and those of the guardian's page from
 * `watch.svg` beside it, with Chromium. Run it when a drawing changes.
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

/** The same for a gift: the heart in a box with a ribbon. */
const gift = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect width="1200" height="630" fill="#131019"/>
  <g fill="none" stroke="#a78bfa" stroke-width="10" stroke-linejoin="round" stroke-linecap="round">
  <path d="M400 250h400v90H400zM425 340h350v200H425zM600 250v290M600 250c-70 0-120-26-108-72s82-26 108 72c26-98 96-118 108-72s-38 72-108 72z"/></g>
  <svg x="520" y="330" width="160" height="160" viewBox="0 0 512 512">${drawing.replace(/<\/?svg[^>]*>/g, "")}</svg></svg>`;

const bell = await readFile(new URL("watch.svg", folder), "utf8");
const squareBell = bell.replace(' rx="112"', "");

const icons = [
  { name: "watch-192.png", size: 192, svg: bell, isOpaque: false },
  { name: "watch-512.png", size: 512, svg: bell, isOpaque: false },
  { name: "watch-maskable-512.png", size: 512, svg: squareBell, isOpaque: true },
  { name: "watch-touch.png", size: 180, svg: squareBell, isOpaque: true },
  { name: "icon-192.png", size: 192, svg: drawing, isOpaque: false },
  { name: "icon-512.png", size: 512, svg: drawing, isOpaque: false },
  { name: "maskable-512.png", size: 512, svg: square, isOpaque: true },
  { name: "monochrome-512.png", size: 512, svg: shape, isOpaque: false },
  { name: "apple-touch-icon.png", size: 180, svg: square, isOpaque: true },
  { name: "../preview.png", size: 1200, height: 630, svg: preview, isOpaque: true },
  { name: "../preview-gift.png", size: 1200, height: 630, svg: gift, isOpaque: true },
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
