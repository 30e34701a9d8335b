/** The document that the server wrote around a page. */

/** The element that React owns, and whether the server filled it with the page itself. */
export function pageRoot(): { root: HTMLElement; isRendered: boolean } {
  const root = document.getElementById("root");
  if (root === null) throw new Error("The document has no #root.");
  return { root, isRendered: root.dataset["render"] !== "failed" };
}

/** The page's payload as the server embedded it. */
export function readPagePayload(): unknown {
  const element = document.getElementById("page-data");
  if (element === null) throw new Error("The document has no page data.");
  return JSON.parse(element.textContent);
}

/** Waits until the document is there as a whole: a script that the browser had at hand may run before that. */
export function whenParsed(): Promise<void> {
  if (document.readyState !== "loading") {
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    document.addEventListener("DOMContentLoaded", () => resolve(), { once: true });
  });
}

/** Notes that another document is on its way: nothing of this one needs to come to life, or may be whole. */
export function markLeaving(): void {
  document.documentElement.dataset["leaving"] = "";
}

/** Whether another document is on its way. */
export function isLeaving(): boolean {
  return "leaving" in document.documentElement.dataset;
}
