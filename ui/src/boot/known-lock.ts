/** The emergency as local storage has it: readable before the database, but it may have been edited, so it only hides pages. */
import { defaults } from "#content/limits.ts";
import { isDialable } from "#content/phone-number.ts";
import { readText } from "#platform/storage.ts";

/** The fields of the record under `emergencyState` that the first script uses; any may be missing. */
export interface KnownLock {
  readonly isDecoy?: unknown;
  readonly isDisguised?: unknown;
  readonly kind?: unknown;
  readonly text?: unknown;
  readonly triggeredAt?: unknown;
  readonly location?: unknown;
  readonly messages?: unknown;
}

/** What the messages of an emergency that starts now would be made of, from the record under `silentPartnerSettings`. */
export function knownMessages(): KnownLock {
  try {
    const { contacts, emergencyMessage } = JSON.parse(readText("silentPartnerSettings") ?? "{}");
    const messages = contacts.filter(({ phoneNumber }: { phoneNumber: string }) =>
      isDialable(phoneNumber),
    );
    return { text: emergencyMessage ?? defaults.emergencyMessage, messages, location: null };
  } catch {
    return {};
  }
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

/** Whether the heart monitor hides the emergency: after a decoy unlock, or because the person chose the disguise. */
export function isLockHidden({ isDecoy, isDisguised }: KnownLock): boolean {
  return isDecoy === true || isDisguised === true;
}
