/** A translator as browsers have one: it puts elements of its own in the place of texts. The words stay as they are. */
import type { BrowserContext } from "playwright-core";

/** Runs in a page. Translates what is there once the document is parsed, and then what is added. */
function translate(): void {
  const kept = "script, style, textarea, svg, [translate=no], [data-translated]";
  const replace = (text: Text) => {
    if (text.data.trim() === "" || text.parentElement?.closest(kept) !== null) return;
    const translated = document.createElement("font");
    translated.dataset["translated"] = "";
    translated.textContent = text.data;
    text.replaceWith(translated);
  };
  const replaceAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root instanceof Text ? [root] : [];
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
    texts.forEach(replace);
  };
  const begin = () => {
    replaceAll(document.body);
    const observer = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) [target, ...addedNodes].forEach(replaceAll);
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  addEventListener("DOMContentLoaded", begin);
}

/** Has every page of a context translated. */
export async function translateAll(context: BrowserContext): Promise<void> {
  await context.addInitScript(translate);
}
