/** Redirects to the lock, or to the decoy, while an emergency is on, and to the app where one is about to start. */
import * as paths from "#content/paths.ts";
import { markLeaving } from "#platform/page/leaving.ts";
import { onRestored } from "#platform/page/visibility.ts";
import { isStartDue } from "./early-trigger.ts";
import { isLockHidden, type KnownLock, keptLock, knownLock } from "./known-lock.ts";

/** Goes to `path` unless this is the page. */
function goTo(path: string): void {
  if (window.location.pathname === path) return;
  markLeaving();
  window.location.replace(path);
}

function goToLock(lock: KnownLock | null): void {
  if (lock !== null) goTo(isLockHidden(lock) ? paths.heartMonitor : paths.lockdown);
}

function returnNow(): void {
  const lock = knownLock();
  if (lock !== null) goToLock(lock);
  // The person said yes, and the app does not know it yet: it starts there.
  else if (isStartDue()) goTo(paths.home);
  else void keptLock().then(goToLock);
}

/**
 * Runs first in every document that is not the app's, now and whenever the browser shows it again: leaving the lock by
 * typing a URL leads back to it. While the lock is hidden it leads to the heart monitor, because these pages say what
 * this product is.
 */
export function returnToLock(): void {
  returnNow();
  onRestored(returnNow);
}

/** Runs first on app pages while the lock is hidden, which allows the heart monitor alone. */
export function returnToDecoy(): void {
  goTo(paths.heartMonitor);
}
