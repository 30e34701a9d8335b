/** The address of this document: what it says, and what it no longer shall say. */
import { withoutSecrets } from "./private-address.ts";

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

/** Takes e-mail addresses, tokens and payment secrets out of the address bar and the history. */
export function hideSecrets(): void {
  const { pathname, search, hash } = window.location;
  const cleaned = withoutSecrets(pathname, search);
  if (cleaned !== pathname + search) replaceAddress(cleaned + hash);
}
