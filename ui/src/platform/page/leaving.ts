/** Whether this document is being left. */

/** Marks this document as being left for good, which hides it. What was asked for before and comes later leads nowhere: it would take the place of what is being loaded. */
export function markLeaving(): void {
  document.documentElement.dataset["leaving"] = "";
}

/** Whether it is being left for good. */
export function isLeaving(): boolean {
  return "leaving" in document.documentElement.dataset;
}

/** Takes the mark away: the browser shows this document again. */
export function unmarkLeaving(): void {
  delete document.documentElement.dataset["leaving"];
}

/**
 * Calls back when a navigation begins; returns how to stop. One to another document ends all that this document is loading, at that
 * moment in Safari and Firefox. Chromium also says it of a link that calls or writes.
 */
export function onNavigation(listener: () => void): () => void {
  window.addEventListener("beforeunload", listener);
  return () => window.removeEventListener("beforeunload", listener);
}
