/** What local storage knows of a going emergency: read at once, and trusted only as far as hiding a page goes. */
import { readText } from "#platform/storage.ts";

/** The members of the record under `emergencyState` that a first script may use; any may be missing. */
export interface KnownLock {
  readonly isDecoy?: unknown;
  readonly kind?: unknown;
  readonly text?: unknown;
  readonly triggeredAt?: unknown;
  readonly location?: unknown;
  readonly messages?: unknown;
}

/** The record of a locked device, or null. It says the same as what the app itself reads there first. */
export function knownLock(): KnownLock | null {
  try {
    const state = JSON.parse(readText("emergencyState") ?? "null");
    return state?.isLocked === true && typeof state.emergencyId === "string" ? state : null;
  } catch {
    // A state that cannot be read locks nothing here; the app reads its database.
    return null;
  }
}
