/** Navigation to other documents, and its side effects for pages shown by script. */
import { scrollToTop } from "./scroll.ts";

/** Loads the document at `path` as a new history entry. */
export function loadDocument(path: string): void {
  window.location.assign(path);
}

/** Loads the document at `path` in the place of this one's history entry. */
export function replaceDocument(path: string): void {
  window.location.replace(path);
}

/** The title of this document. */
export function documentTitle(): string {
  return document.title;
}

/** Does what a new document does: sets the title, scrolls to the top and focuses the heading. */
export function showAsNewPage(title: string): void {
  document.title = title;
  focusPage();
}

/** Scrolls to the top and focuses the page's heading, which a screen reader then reads out. */
export function focusPage(): void {
  scrollToTop();
  const heading =
    document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
