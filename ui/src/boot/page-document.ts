/** The parts of the server's document that the client reads. */

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

/** Resolves once the document is parsed; a cached script can run before that. */
export function whenParsed(): Promise<void> {
  if (document.readyState !== "loading") {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", () => resolve(), { once: true });
  });
}

/** Marks this document as being left, so that it is not hydrated: it may not be complete. */
export function markLeaving(): void {
  document.documentElement.dataset["leaving"] = "";
}

/** Whether this document is being left. */
export function isLeaving(): boolean {
  return "leaving" in document.documentElement.dataset;
}
