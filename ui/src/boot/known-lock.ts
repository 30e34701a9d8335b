/**
 * The emergency as local storage has it, readable before the database, and as the database has it. Local storage may have
 * been edited, so what is read here only hides pages and leads to the lock.
 */
import {
  emergencyStateKey,
  emergencyStateName,
  evidenceDatabase,
  stateTable,
} from "#content/device-records.ts";
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

/** What the record under `silentPartnerSettings` holds, or nothing of it where it was edited into another shape. */
function settings() {
  try {
    return JSON.parse(readText("silentPartnerSettings") ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** What the messages of an emergency that starts now would be made of. */
export function knownMessages(): KnownLock {
  try {
    const { contacts, emergencyMessage } = settings();
    const messages = contacts.filter(({ phoneNumber }: { phoneNumber: string }) =>
      isDialable(phoneNumber),
    );
    return { text: emergencyMessage ?? defaults.emergencyMessage, messages, location: null };
  } catch {
    return {};
  }
}

/** Whether the person chose to stay disguised, which makes the heart monitor a plain one. */
export function isPlainChosen(): boolean {
  return settings().staysDisguised === true;
}

/** The record when it is that of a locked device, or null. */
function lockOf(record: unknown): KnownLock | null {
  const state = record as (KnownLock & { isLocked?: unknown; emergencyId?: unknown }) | null;
  return state?.isLocked === true && typeof state.emergencyId === "string" ? state : null;
}

/** The record of a locked device in local storage, or null. */
export function knownLock(): KnownLock | null {
  try {
    return lockOf(JSON.parse(readText(emergencyStateKey) ?? "null"));
  } catch {
    // An unreadable record locks nothing here; the database is read next.
    return null;
  }
}

/** The record of a locked device in the database, which somebody who empties local storage leaves; null when there is none. */
export function keptLock(): Promise<KnownLock | null> {
  return new Promise((resolve) => {
    const none = () => resolve(null);
    try {
      const opening = indexedDB.open(evidenceDatabase);
      opening.onerror = none;
      // A device that never ran the app gets no database from a public page.
      opening.onupgradeneeded = () => opening.transaction?.abort();
      opening.onsuccess = () => {
        const database = opening.result;
        const done = (record: unknown) => {
          database.close();
          resolve(lockOf(record));
        };
        try {
          const reading = database
            .transaction(stateTable)
            .objectStore(stateTable)
            .get(emergencyStateName);
          reading.onerror = () => done(null);
          reading.onsuccess = () => done(reading.result?.value ?? null);
        } catch {
          done(null);
        }
      };
    } catch {
      none();
    }
  });
}

/** Whether the heart monitor hides the emergency: after a decoy unlock, or because the person chose the disguise. */
export function isLockHidden({ isDecoy, isDisguised }: KnownLock): boolean {
  return isDecoy === true || isDisguised === true;
}
