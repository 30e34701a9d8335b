/** Leads back into an emergency that is still on. */
import * as paths from "#content/paths.ts";
import { knownLock } from "./known-lock.ts";
import { markLeaving } from "./page-document.ts";

/** Goes to `path` unless the page is there already; true when it goes. */
function goTo(path: string): boolean {
  const isElsewhere = window.location.pathname !== path;
  if (isElsewhere) {
    markLeaving();
    window.location.replace(path);
  }
  return isElsewhere;
}

/**
 * Run first on public pages. Somebody who leaves the lock by typing an address meets it again; behind the
 * decoy they meet the heart monitor, never the page that says what this product is.
 */
export function returnToLock(): void {
  const lock = knownLock();
  if (lock !== null) {
    goTo(lock.isDecoy === true ? paths.heartMonitor : paths.lockdown);
  }
}

/** Run first on app pages behind the decoy, which shows nothing but the heart monitor; true when it leads there. */
export function returnToDecoy(): boolean {
  return goTo(paths.heartMonitor);
}
