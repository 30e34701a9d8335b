/** Where the pages of this document are scrolled to, and the way back there. */
import { scrollToPlace } from "./navigation.ts";

/** Where a page was left: how far it was scrolled, and how high it was then, in pixels. */
interface Place {
  readonly top: number;
  readonly height: number;
}

/** The place of each history entry. */
const places = new Map<string, Place>();

const heightNow = (): number => document.documentElement.scrollHeight;

/** What people do when they scroll themselves. */
const ownScrolls = ["wheel", "touchstart", "keydown", "pointerdown"] as const;

let stopFollowing = (): void => undefined;

/**
 * From now on the browser restores only the place of a whole document, in which no script runs yet, until the returned
 * function is called.
 */
export function restorePlaces(): () => void {
  const show = () => {
    history.scrollRestoration = "manual";
  };
  const hide = () => {
    history.scrollRestoration = "auto";
  };
  // Before it has loaded, the browser may still be restoring the document's place.
  if (document.readyState === "complete") show();
  // Comes after the load, and when the browser shows a kept document again.
  window.addEventListener("pageshow", show);
  window.addEventListener("pagehide", hide);
  return () => {
    window.removeEventListener("pageshow", show);
    window.removeEventListener("pagehide", hide);
  };
}

/** Notes how far the history entry `key` is scrolled, until the returned function is called. */
export function notePlace(key: string): () => void {
  const note = () => places.set(key, { top: window.scrollY, height: heightNow() });
  note();
  window.addEventListener("scroll", note, { passive: true });
  return () => {
    stopFollowing();
    window.removeEventListener("scroll", note);
  };
}

/**
 * Scrolls to where the history entry `key` was left. A page that is shorter at first is followed until it is as high as it
 * was, because what comes late may stand above; or until the person scrolls or leaves it.
 */
export function scrollBack(key: string): void {
  const { top, height } = places.get(key) ?? { top: 0, height: 0 };
  const isWhole = () => heightNow() >= height && window.scrollY >= top;
  scrollToPlace(top);
  if (isWhole()) return;
  const following = new AbortController();
  const { signal } = following;
  const growth = new ResizeObserver(() => {
    scrollToPlace(top);
    if (isWhole()) stopFollowing();
  });
  stopFollowing = () => following.abort();
  signal.addEventListener("abort", () => growth.disconnect());
  for (const name of ownScrolls) {
    window.addEventListener(name, stopFollowing, { signal, passive: true });
  }
  growth.observe(document.body);
}
