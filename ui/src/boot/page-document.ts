/** The parts of the server's document that the client reads. */
import { isLeaving } from "#platform/page/leaving.ts";

/** The element that React owns, and whether the server rendered the page into it. */
export function pageRoot(): { root: HTMLElement; isRendered: boolean } {
  const root = document.getElementById("root");
  if (root === null) throw new Error("The document has no #root.");
  return { root, isRendered: root.dataset["render"] !== "failed" };
}

/** The page's payload from the document. */
export function readPagePayload(): unknown {
  const element = document.getElementById("page-data");
  if (element === null) throw new Error("The document has no page data.");
  return JSON.parse(element.textContent);
}

/**
 * Resolves once the document is parsed; a cached script can run before that. Never in a document that is being left: the browser
 * ends it where it is, without what comes later in it.
 */
export async function whenParsed(): Promise<void> {
  if (document.readyState === "loading") {
    await new Promise((resolve) => {
      document.addEventListener("DOMContentLoaded", resolve, { once: true });
    });
  }
  if (isLeaving()) await new Promise(() => undefined);
}
