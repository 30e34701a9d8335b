/** Where pages are scrolled to, and who brings them back there. */

/** How far each history entry of this document is scrolled, in pixels. */
const tops = new Map<string, number>();

/** What people do when they scroll themselves. */
const OWN_SCROLLS = ["wheel", "touchstart", "keydown", "pointerdown"] as const;

let isRestoring = false;
let isForgetting = false;
let stopFollowing = (): void => undefined;

/** The browser restores the place of a whole document, in which no script runs yet. */
function settle(isOpen: boolean): void {
  history.scrollRestoration = isForgetting || (isRestoring && isOpen) ? "manual" : "auto";
}

/** Leaves it to `scrollBack` to restore places as long as this document is open, once the browser has restored its own. */
export function restoreScroll(): () => void {
  const show = () => settle(true);
  const hide = () => settle(false);
  isRestoring = true;
  if (document.readyState === "complete") show();
  // It comes after the document has loaded, too.
  window.addEventListener("pageshow", show);
  window.addEventListener("pagehide", hide);
  return () => {
    window.removeEventListener("pageshow", show);
    window.removeEventListener("pagehide", hide);
    isRestoring = false;
    settle(true);
  };
}

/** Keeps the browser from scrolling to where the page was before a reload, until the returned function is called. */
export function forgetScroll(): () => void {
  isForgetting = true;
  settle(true);
  return () => {
    isForgetting = false;
    settle(true);
  };
}

/** Scrolls to the top at once. */
export function scrollToTop(): void {
  scrollTo(0);
}

/** Notes from now on how far the history entry `key` is scrolled, until the returned function is called. */
export function noteScroll(key: string): () => void {
  const note = () => tops.set(key, window.scrollY);
  note();
  window.addEventListener("scroll", note, { passive: true });
  return () => {
    stopFollowing();
    window.removeEventListener("scroll", note);
  };
}

/**
 * Scrolls to where the history entry `key` was left. A page that is shorter at first is followed while it grows, until the
 * person scrolls or leaves it.
 */
export function scrollBack(key: string): void {
  const top = tops.get(key) ?? 0;
  scrollTo(top);
  if (window.scrollY >= top) return;
  const { signal, abort } = withAbort();
  const growth = new ResizeObserver(() => {
    scrollTo(top);
    if (window.scrollY >= top) abort();
  });
  signal.addEventListener("abort", () => growth.disconnect());
  for (const name of OWN_SCROLLS) window.addEventListener(name, abort, { signal, passive: true });
  stopFollowing = abort;
  growth.observe(document.body);
}

function withAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

function scrollTo(top: number): void {
  window.scrollTo({ top, left: 0, behavior: "instant" });
}
