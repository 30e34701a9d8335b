/** What axe-core finds on a page. */
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axePath = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
/** WCAG 2.2 at level AA, with all that it is built on. */
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

type AxeResult = { violations: { id: string; nodes: { target: string[] }[] }[] };
type Axe = { run: (root: Document, options: object) => Promise<AxeResult> };

/**
 * One line for each rule that is broken, with the elements that break it. The page's context must
 * bypass the content policy, because injecting the checker is what that policy is there to stop.
 */
export async function findingsOn(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => "axe" in globalThis);
  if (!isThere) await page.addScriptTag({ path: axePath });
  const result = await page.evaluate(
    (values) =>
      (globalThis as unknown as { axe: Axe }).axe.run(document, {
        runOnly: { type: "tag", values },
      }),
    rules,
  );
  return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target)}`);
}
