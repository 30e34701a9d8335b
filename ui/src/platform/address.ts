/** The address of this document. */

/** Scheme, host and port, for links that leave the device. */
export function currentOrigin(): string {
  return window.location.origin;
}

/** The query string with its question mark, or an empty text. */
export function currentSearch(): string {
  return window.location.search;
}

/** Shows another address of the same site for this document, without loading anything. */
export function replaceAddress(path: string): void {
  window.history.replaceState(window.history.state, "", path);
}
