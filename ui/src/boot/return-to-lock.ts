/** Redirects to the lock, or to the decoy, while an emergency is on. */
import * as paths from "#content/paths.ts";
import { isLockHidden, knownLock } from "./known-lock.ts";
import { markLeaving } from "./page-document.ts";

/** Goes to `path` unless this is the page; true when it goes. */
function goTo(path: string): boolean {
  const isElsewhere = window.location.pathname !== path;
  if (isElsewhere) {
    markLeaving();
    window.location.replace(path);
  }
  return isElsewhere;
}

/**
 * Runs first on public pages: leaving the lock by typing a URL leads back to it. While
 * the lock is hidden it leads to the heart monitor, because public pages say what this product is.
 */
export function returnToLock(): void {
  const lock = knownLock();
  if (lock !== null) {
    goTo(isLockHidden(lock) ? paths.heartMonitor : paths.lockdown);
  }
}

/** Runs first on app pages while the lock is hidden, which allows the heart monitor alone; true when it redirects. */
export function returnToDecoy(): boolean {
  return goTo(paths.heartMonitor);
}
