/** The URL of this document. */

/** Scheme, host and port. */
export function currentOrigin(): string {
  return window.location.origin;
}

/** The query string with its question mark, or an empty string. */
export function currentSearch(): string {
  return window.location.search;
}

/** The fragment with its `#`, which no request carries, or an empty string. */
export function currentFragment(): string {
  return window.location.hash;
}

/** Calls back when another fragment is opened in this document; returns how to stop. */
export function onFragment(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

/** Replaces the URL in the address bar and the history, without loading anything. */
export function replaceAddress(path: string): void {
  window.history.replaceState(window.history.state, "", path);
}
