/**
 * The emergency as local storage has it, readable before the database, and as the database has it. Local storage may have
 * been edited, so what is read here only hides pages and leads to the lock.
 */
import {
  emergencyStateKey,
  emergencyStateName,
  emergencyStateUnread,
  evidenceDatabase,
  settingsKey,
  stateTable,
} from "#content/device-records.ts";
import { defaultMessage } from "#content/limits.ts";
import { isDialable } from "#content/phone-number.ts";
import { readText, writeText } from "#platform/storage/storage.ts";

/** The fields of the record under `emergencyState` that the first script uses; any may be missing. */
export interface KnownLock {
  readonly isDecoy?: unknown;
  readonly isDisguised?: unknown;
  readonly kind?: unknown;
  readonly text?: unknown;
  readonly triggeredAt?: unknown;
  readonly alarmedAt?: unknown;
  readonly location?: unknown;
  readonly messages?: unknown;
}

/** What local storage holds under a key; null where that was edited into another shape. */
function stored(key: string) {
  try {
    return JSON.parse(readText(key) ?? "null");
  } catch {
    return null;
  }
}

const settings = () => stored(settingsKey) ?? {};

/** What the messages of an emergency that starts now would be made of. */
export function knownMessages(): KnownLock {
  try {
    const { contacts, emergencyMessage } = settings();
    const messages = contacts.filter(({ phoneNumber }: { phoneNumber: string }) =>
      isDialable(phoneNumber),
    );
    return { text: emergencyMessage ?? defaultMessage, messages, location: null };
  } catch {
    return {};
  }
}

/**
 * Whether local storage may lack a lock that the database has: there is nothing of the app, as on a first visit, or after somebody
 * emptied it, or only what a spare copy had.
 */
export function isForgotten(): boolean {
  return readText(settingsKey) === null || readText(emergencyStateKey) === emergencyStateUnread;
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

/** The record of a locked device in local storage, or null. An unreadable one locks nothing here: the database is read next. */
export function knownLock(): KnownLock | null {
  return lockOf(stored(emergencyStateKey));
}

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onerror = reject;
    request.onsuccess = () => resolve(request.result);
  });

/** The record of a locked device in the database, which somebody who empties local storage leaves; null when there is none. */
export async function keptLock(): Promise<KnownLock | null> {
  try {
    const opening = indexedDB.open(evidenceDatabase);
    // A device that never ran the app gets no database from a public page.
    opening.onupgradeneeded = () => opening.transaction?.abort();
    const database = await resultOf(opening);
    const tx = database.transaction(stateTable);
    const reading = resultOf(tx.objectStore(stateTable).get(emergencyStateName));
    // A page that is left and frozen meanwhile must keep nobody from writing.
    tx.commit?.();
    // It closes once that is read.
    database.close();
    return lockOf((await reading)?.value);
  } catch {
    return null;
  }
}

/** Writes the record of a locked device where the app reads it first. */
export function mirrorLock(lock: KnownLock): void {
  writeText(emergencyStateKey, JSON.stringify(lock));
}

/** Whether the heart monitor hides the emergency: after a decoy unlock, or because the person chose the disguise. */
export function isLockHidden({ isDecoy, isDisguised }: KnownLock): boolean {
  return isDecoy === true || isDisguised === true;
}
