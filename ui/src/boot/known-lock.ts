/** The emergency as local storage has it: readable before the database, but it may have been edited, so it only hides pages. */
import { readText } from "#platform/storage.ts";

/** The fields of the record under `emergencyState` that the first script uses; any may be missing. */
export interface KnownLock {
  readonly isDecoy?: unknown;
  readonly kind?: unknown;
  readonly text?: unknown;
  readonly triggeredAt?: unknown;
  readonly location?: unknown;
  readonly messages?: unknown;
}

/** The record of a locked device, or null. */
export function knownLock(): KnownLock | null {
  try {
    const state = JSON.parse(readText("emergencyState") ?? "null");
    return state?.isLocked === true && typeof state.emergencyId === "string" ? state : null;
  } catch {
    // An unreadable record locks nothing here; the app reads its database.
    return null;
  }
}
