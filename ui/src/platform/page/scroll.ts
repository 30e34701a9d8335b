/** How this page is scrolled. */

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
