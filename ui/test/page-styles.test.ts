/** Claims about which style sheets stand in a page's head, and which below its first screen. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pageStyles } from "../build/page-styles.mjs";

const button = "src/components/button.module.css";
const card = "src/components/card.module.css";
const hero = "src/features/landing/hero.module.css";
const price = "src/features/landing/price.module.css";

/** The styles of a page that shows a hero and, below the first screen, a price, whose modules import these files. */
function stylesOf(ofHero: readonly string[], ofPrice: readonly string[]) {
  const edges = (files: readonly string[]) => ({
    imports: files.map((file) => ({ path: file, kind: "import-statement" })),
  });
  const styles: Readonly<Record<string, unknown>> = pageStyles({
    pages: { landing: { frame: "public", belowFold: ["price.tsx"] } },
    frames: { public: "frame.tsx" },
    inputs: {
      "src/pages/landing-page.tsx": edges(["price.tsx", "hero.tsx"]),
      "hero.tsx": edges(ofHero),
      "price.tsx": edges(ofPrice),
    },
    scope: { load: (file: string) => ({ css: `[${path.basename(file, ".module.css")}]` }) },
    root: fileURLToPath(new URL("..", import.meta.url)),
    minify: (css: string) => (css.match(/^\[\w+\]$/gm) ?? []).join(""),
  });
  return styles["landing"];
}

test("what only stands below the first screen is not in the head, in the order of evaluation", () => {
  expect(stylesOf([button, hero], [button, card, price])).toEqual({
    inline: "[button][hero]",
    belowFold: "[card][price]",
    lazy: null,
  });
});

test("a page whose parts share all sheets has none below", () => {
  expect(stylesOf([button, hero], [button])).toMatchObject({ belowFold: null });
});

test("a sheet in the head that would no longer override another one is refused", () => {
  expect(() => stylesOf([hero], [card, hero])).toThrow(
    `price.tsx: ${hero} must come after ${card}.`,
  );
  expect(stylesOf([hero], [hero, card])).toMatchObject({ belowFold: "[card]" });
});
