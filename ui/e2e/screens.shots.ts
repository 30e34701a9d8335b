/**
 * Takes the pictures of the product; `scripts/screens` runs it. `SCREENS` is `all`, a part of a scene's name, or
 * `readme` for the pictures of README.md; `SCREENS_FOLDER` is where they go.
 */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { scenes } from "./scenes.ts";
import { stage } from "./stage.ts";
import { untilStill } from "./still.ts";

const on = stage();
const wanted = process.env["SCREENS"] ?? "all";
const folder = process.env["SCREENS_FOLDER"] ?? "test-results/screens";
const isForReadme = wanted === "readme";

/** How a screen is looked at. `textSize` is in percent of the usual size. */
type Look = {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: "light" | "dark";
  readonly textSize: 100 | 200;
};

const sizes = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const;
const schemes = ["light", "dark"] as const;

const everyLook: Look[] = sizes.flatMap((size) =>
  schemes.flatMap((colorScheme) =>
    ([100, 200] as const).map((textSize) => ({ ...size, colorScheme, textSize })),
  ),
);
const readmeLooks: Look[] = schemes.map((colorScheme) => ({
  width: 390,
  height: 844,
  colorScheme,
  textSize: 100,
}));

/** The scenes of README.md, and the part of the page that they show is a phone's screen. */
const readmeScenes = ["heart-monitor", "home", "lock"];

const chosen = scenes.filter(({ name }) =>
  isForReadme ? readmeScenes.includes(name) : wanted === "all" || name.includes(wanted),
);

const suffixOf = ({ width, colorScheme, textSize }: Look) =>
  `${width}-${colorScheme}${textSize === 100 ? "" : `-${textSize}`}`;

/** Brings the page into a look. */
async function show(page: Page, look: Look): Promise<void> {
  await page.setViewportSize({ width: look.width, height: look.height });
  await page.emulateMedia({ colorScheme: look.colorScheme });
  await page.evaluate((percent) => {
    const style = document.getElementById("test-text-size") ?? document.createElement("style");
    style.id = "test-text-size";
    style.textContent = `html { font-size: ${percent}% !important; }`;
    document.head.append(style);
  }, look.textSize);
  await untilStill(page);
}

/** Writes what a phone shows as a small file. */
async function writePhone(page: Page, name: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const { data } = await devtools.send("Page.captureScreenshot", {
    format: "webp",
    quality: 82,
    // Sharp on screens of twice the density.
    clip: { x: 0, y: 0, width, height, scale: 2 },
  });
  await writeFile(join(folder, `${name}.webp`), Buffer.from(data, "base64"));
}

beforeAll(() => mkdir(folder, { recursive: true }));

test.each(chosen.map((scene) => [scene.name, scene] as const))("%s", async (name, scene) => {
  const { page, close } = await scene.open(on, {
    viewport: { width: 390, height: 844 },
    // The size of the text is set by a style, which the page's policy would refuse.
    bypassCSP: true,
  });
  for (const look of isForReadme ? readmeLooks : everyLook) {
    await show(page, look);
    if (isForReadme) await writePhone(page, `${name}-${look.colorScheme}`);
    else {
      const path = join(folder, `${name}-${suffixOf(look)}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
  await close();
});

/** One sheet for each look: every screen side by side, with its name. */
afterAll(async () => {
  if (isForReadme) return;
  const files = await readdir(folder);
  const { page, context } = await on.visit();
  for (const look of everyLook) {
    const suffix = `-${suffixOf(look)}.png`;
    const figures = scenes.flatMap(({ name }) =>
      files.includes(name + suffix)
        ? [`<figure><img src="${name}${suffix}"><figcaption>${name}</figcaption></figure>`]
        : [],
    );
    const cell = look.width > 1000 ? 400 : 200;
    const sheet = join(folder, `sheet-${suffixOf(look)}.html`);
    const style = `body{font:14px sans-serif;display:grid;gap:12px;grid-template-columns:repeat(auto-fill,${cell}px)}
      figure{margin:0}img{width:100%;max-height:${cell * 3}px;object-fit:cover;object-position:top;border:1px solid #999}`;
    await writeFile(sheet, `<!doctype html><style>${style}</style>${figures.join("")}`);
    await page.setViewportSize({ width: 1700, height: 1000 });
    await page.goto(pathToFileURL(sheet).href);
    await page.screenshot({ path: sheet.replace(/html$/, "png"), fullPage: true });
  }
  await context.close();
});
