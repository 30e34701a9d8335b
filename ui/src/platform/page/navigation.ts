/** Navigation to other documents, and what a page that is shown by script does of it: its title, scrolling and focus. */
import { isLeaving } from "./leaving.ts";

/** Loads the document at `path` as a new history entry, unless this document is already being left. */
export function loadDocument(path: string): void {
  if (!isLeaving()) window.location.assign(path);
}

/** Loads the document at `path` in the place of this one's history entry, unless this document is already being left. */
export function replaceDocument(path: string): void {
  if (!isLeaving()) window.location.replace(path);
}

/** Loads this document anew. */
export function reloadDocument(): void {
  window.location.reload();
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

/** Scrolls at once, in pixels from the top. */
export function scrollToPlace(top: number): void {
  window.scrollTo({ top, left: 0, behavior: "instant" });
}

/** Scrolls to the top at once. */
export function scrollToTop(): void {
  scrollToPlace(0);
}

/** Keeps the browser from scrolling to where the page was before a reload, until the returned function is called. */
export function forgetScroll(): () => void {
  const before = history.scrollRestoration;
  history.scrollRestoration = "manual";
  return () => {
    history.scrollRestoration = before;
  };
}

const MARK = "(1) ";

/** Sets the mark before the title, which a hidden tab shows, or takes it away; it says nothing of what there is to see. */
export function markTitle(isMarked: boolean): void {
  const { title } = document;
  const plain = title.startsWith(MARK) ? title.slice(MARK.length) : title;
  document.title = isMarked ? `${MARK}${plain}` : plain;
}
