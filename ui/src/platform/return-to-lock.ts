/** Leads from a public page back into an emergency that is still on. */
import { readText } from "./storage.ts";

/**
 * Run first on public pages. Somebody who leaves the lock by typing an address meets it again; behind the
 * decoy they meet the heart monitor, never the page that says what this product is.
 */
export function returnToLock(): void {
  try {
    const state = JSON.parse(readText("emergencyState") ?? "null");
    const path = state?.isDecoy === true ? "/app" : "/lockdown";
    if (state?.isLocked === true && window.location.pathname !== path) {
      window.location.replace(path);
    }
  } catch {
    // A state that cannot be read locks nothing here; the app reads its database.
  }
}
