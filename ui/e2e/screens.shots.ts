/**
 * Takes the pictures of the product; `scripts/screens` runs it. `SCREENS` is `all`, a part of a scene's name, or
 * `readme` or `public` for the pictures of README.md or of the landing page; `SCREENS_FOLDER` is where they go.
 */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { realScreens, screenSize } from "#content/real-screens.ts";
import { type Look, show } from "./look.ts";
import { scenes } from "./scenes.ts";
import { manyBuyers, stage } from "./stage.ts";

const on = stage(manyBuyers);
const wanted = process.env["SCREENS"] ?? "all";
const folder = process.env["SCREENS_FOLDER"] ?? "test-results/screens";
const isForReadme = wanted === "readme";
/** The pictures of the landing page and of its link preview. */
const isForPublic = wanted === "public";

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
const phoneLooks: Look[] = schemes.map((colorScheme) => ({
  width: 390,
  height: 844,
  colorScheme,
  textSize: 100,
}));

/** The scenes of README.md and of the landing page; the part of the page that they show is a phone's screen. */
const phoneScenes: readonly string[] = realScreens.map(({ scene }) => scene);

const chosen = scenes.filter(({ name }) =>
  isForReadme || isForPublic
    ? phoneScenes.includes(name)
    : wanted === "all" || name.includes(wanted),
);

const suffixOf = ({ width, colorScheme, textSize }: Look) =>
  `${width}-${colorScheme}${textSize === 100 ? "" : `-${textSize}`}`;

/** Writes what a phone shows as a small file, `scale` times as large as on the phone. */
async function writePhone(page: Page, name: string, scale: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const { data } = await devtools.send("Page.captureScreenshot", {
    format: "webp",
    quality: 82,
    clip: { x: 0, y: 0, width, height, scale },
  });
  await writeFile(join(folder, `${name}.webp`), Buffer.from(data, "base64"));
}

/** The picture of the landing page's link preview, 1200 by 630 pixels: a phone and no words around it. */
async function writePreview(page: Page): Promise<void> {
  const screen = (await page.screenshot()).toString("base64");
  const shown = await page.context().newPage();
  await shown.setViewportSize({ width: 1200, height: 630 });
  await shown.setContent(`<body style="margin:0;background:#131019"><svg width="1200" height="630" fill="none">
    <path d="M0 315h190l36-80 60 170 44-120 26 30h84M760 315h84l26-30 44 120 60-170 36 80h190"
      stroke="#7c3aed" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" opacity=".55"/>
    <rect x="424" y="50" width="352" height="740" rx="44" fill="#0c0911" stroke="#4b4458" stroke-width="3"/>
    <clipPath id="screen"><rect x="436" y="62" width="328" height="710" rx="32"/></clipPath>
    <image href="data:image/png;base64,${screen}" x="436" y="62" width="328" height="710" clip-path="url(#screen)"/></svg>`);
  const path = join(folder, "..", "preview-app.jpg");
  await shown.screenshot({ path, type: "jpeg", quality: 82 });
  await shown.close();
}

beforeAll(() => mkdir(folder, { recursive: true }));

test.each(chosen.map((scene) => [scene.name, scene] as const))("%s", async (name, scene) => {
  const { page, close } = await scene.open(on, {
    viewport: { width: 390, height: 844 },
    // The size of the text is set by a style, which the page's policy would refuse.
    bypassCSP: true,
  });
  for (const look of isForReadme || isForPublic ? phoneLooks : everyLook) {
    await show(page, look);
    // Sharp on screens of twice the density, at the size that each page shows them.
    const scale = isForReadme ? 2 : (2 * screenSize.width) / look.width;
    if (isForReadme || isForPublic) await writePhone(page, `${name}-${look.colorScheme}`, scale);
    else {
      const path = join(folder, `${name}-${suffixOf(look)}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  }
  // The last look is dark.
  if (isForPublic && name === phoneScenes[0]) await writePreview(page);
  await close();
});

/** One sheet for each look: every screen side by side, with its name. */
afterAll(async () => {
  if (isForReadme || isForPublic) return;
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
