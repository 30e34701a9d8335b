/** The URL of this document. */

/** Scheme, host and port. */
export function currentOrigin(): string {
  return window.location.origin;
}

/** The query string with its question mark, or an empty string. */
export function currentSearch(): string {
  return window.location.search;
}

/** Replaces the URL in the address bar and the history, without loading anything. */
export function replaceAddress(path: string): void {
  window.history.replaceState(window.history.state, "", path);
}
