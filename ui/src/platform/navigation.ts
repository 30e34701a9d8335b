/** Leaving for another document, and marking a page change that loads none. */

/** Loads the document at `path`; the address goes into the history. */
export function loadDocument(path: string): void {
  window.location.assign(path);
}

/** The title of this document. */
export function documentTitle(): string {
  return document.title;
}

/** Does for a page shown by script what a new document does: title, top of the page, focus at its start. */
export function showAsNewPage(title: string): void {
  document.title = title;
  window.scrollTo(0, 0);
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
