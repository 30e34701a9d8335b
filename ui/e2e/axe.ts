/** What axe-core finds on a page. */
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
/** Which of axe's rules judge a page. */
type Audit = { readonly type: "tag" | "rule"; readonly values: readonly string[] };

/** WCAG 2.2 at level AA, with all that it is built on. */
export const everyRule: Audit = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
};

/** The contrast of text (WCAG 2.2, 1.4.3). */
export const contrastAlone: Audit = { type: "rule", values: ["color-contrast"] };

type AxeResult = { violations: { id: string; nodes: { target: string[] }[] }[] };
type Axe = { run: (root: Document, options: object) => Promise<AxeResult> };

/**
 * One line for each rule that is broken, with the elements that break it. The page's context must
 * bypass the content policy, because injecting the checker is what that policy is there to stop.
 */
export async function findingsOn(page: Page, audit: Audit = everyRule): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) await page.addScriptTag({ path: axePath });
  const result = await page.evaluate(
    (runOnly) =>
      (globalThis as unknown as { axe: Axe }).axe.run(document, {
        runOnly,
        // What passes is not told, element by element.
        resultTypes: ["violations"],
      }),
    audit,
  );
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`);
}
