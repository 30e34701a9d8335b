/** Whether the text of a screen grows as much as the person asks for (WCAG 2.2, 1.4.4). */
import type { Page } from "playwright-core";
import { textSizeRule } from "./look.ts";

/** A text of twice the size, but for what rounding takes. */
const LEAST_GROWTH = 1.99;

/**
 * What is not text of the page: the words in drawings, which are parts of a picture and stand beside it as text; and the
 * form of the payment provider, which is a document of its own where payments are not simulated.
 */
const NOT_TEXT = "svg, script, style, noscript, fieldset:has([autocomplete=cc-number])";

/**
 * One line for each text that does not double when the text of the page does, by the computed size of its letters, in
 * fields too. The page is shown as it was afterwards; nothing is painted meanwhile.
 */
export function ungrown(page: Page): Promise<string[]> {
  const sizes = { usual: textSizeRule(100), large: textSizeRule(200) };
  return page.evaluate(
    ({ usual, large, notText, least }) => {
      const hasWords = (element: Element): boolean =>
        element.matches("input, select, textarea") ||
        [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
        );
      const texts = [...document.body.querySelectorAll("*")].filter(
        (element) =>
          hasWords(element) &&
          element.closest(notText) === null &&
          element.checkVisibility({ visibilityProperty: true }),
      );
      const style = document.createElement("style");
      document.head.append(style);
      const measured = (rule: string): readonly number[] => {
        style.textContent = rule;
        return texts.map((element) => Number.parseFloat(getComputedStyle(element).fontSize));
      };
      const before = measured(usual);
      const after = measured(large);
      style.remove();
      return texts.flatMap((element, index) => {
        const [small = 0, big = 0] = [before[index], after[index]];
        if (big >= least * small) return [];
        const words = (element.textContent || element.getAttribute("aria-label"))?.trim();
        const name = `${element.tagName.toLowerCase()} "${words?.slice(0, 30)}"`;
        return [`${name} grows from ${small} to ${big} px, ${(big / small).toFixed(2)} times`];
      });
    },
    { ...sizes, notText: NOT_TEXT, least: LEAST_GROWTH },
  );
}
