/**
 * The second home of the settings and the own PIN: the database. Local storage, which the first screen reads at once, may
 * lose its last two seconds when the browser is killed. The newest settings count, and the other home learns of them.
 */
import * as v from "valibot";
import {
  emergencyStateKey,
  emergencyStateName,
  emergencyStateUnread,
} from "#content/device-records.ts";
import { contactLimits, storageLimits } from "#content/limits.ts";
import type { Message } from "#content/messages.ts";
import { dialable } from "#content/phone-number.ts";
import { notSaved } from "#content/saved-words.ts";
import { withinTime } from "#platform/clock.ts";
import { observable } from "#platform/observable.ts";
import { readText, writeText } from "#platform/storage/storage.ts";
import { changeState, isDatabaseAbsent, readState } from "#store/app-database.ts";
import {
  adoptSettings,
  type EarlyChanges,
  earlyChanges,
  noteSettled,
  type SavedContact,
  type Settings,
  type StoredSettings,
  settingsRecord,
  settingsSchema,
  storedSettings,
} from "./settings.ts";

const NAME = "settings";
const schema = v.object({ revision: v.number(), text: v.string() });

function parse(row: unknown): StoredSettings | null {
  const result = v.safeParse(schema, row);
  return result.success ? result.output : null;
}

/** By what a contact is known: its id, and its number where somebody has typed it again. */
const keysOf = ({ id, phoneNumber }: SavedContact) => [id, dialable(phoneNumber)];

/**
 * Newer settings with what this page changed before it knew of them. Of the contacts that are stored there, it replaces those that it had
 * seen; others stay as long as there is room.
 */
function changedEarly(there: string, { changes, seen }: EarlyChanges): object {
  const settings = JSON.parse(there);
  const { contacts } = changes;
  if (contacts === undefined) return { ...settings, ...changes };
  const known = [...seen, ...contacts].flatMap(keysOf);
  const { contacts: stored } = v.parse(settingsSchema, settings);
  const unseen = stored.filter((contact) => !keysOf(contact).some((key) => known.includes(key)));
  const all = [...contacts, ...unseen].slice(0, contactLimits.maximum);
  return { ...settings, ...changes, contacts: all };
}

/**
 * The settings that count: the newest, and those of local storage of two that are as new, because the first screen shows
 * them. What this page changed before it knew of newer ones is changed in those.
 */
function settled(here: StoredSettings | null, there: StoredSettings | null): StoredSettings | null {
  if (here === null || there === null) return here ?? there;
  const early = earlyChanges();
  if (early === null || there.revision <= early.since) {
    return here.revision >= there.revision ? here : there;
  }
  const revision = Math.max(here.revision, there.revision) + 1;
  const text = JSON.stringify({ ...changedEarly(there.text, early), revision });
  return { revision, text };
}

const lockRow = v.object({ value: v.looseObject({ isLocked: v.literal(true) }) });

/** The record of a locked device as the database has it; null where the device is open. */
async function keptLock(): Promise<string | null> {
  const row = v.safeParse(lockRow, await readState(emergencyStateName));
  return row.success ? JSON.stringify(row.output.value) : null;
}

const isLockUnread = () => readText(emergencyStateKey) === emergencyStateUnread;

/** Takes from the database whether the device is locked, which it could not say before. An emergency may begin meanwhile. */
async function learnLock(): Promise<void> {
  const lock = await keptLock();
  if (isLockUnread()) writeText(emergencyStateKey, lock ?? "{}");
}

/**
 * Takes settings from the database, and with them the lock where somebody emptied local storage: of a device that has settings
 * the next page would not ask the database whether it is locked.
 */
async function adopt(kept: StoredSettings): Promise<void> {
  const lock = await keptLock();
  const isEmptied = storedSettings() === null && readText(emergencyStateKey) === null;
  if (lock !== null && isEmptied) writeText(emergencyStateKey, lock);
  adoptSettings(kept);
}

/** Brings both homes together. */
async function settle(): Promise<boolean> {
  if (parse(await readState(NAME))?.text !== storedSettings()?.text) {
    const kept = await changeState(NAME, (row) => {
      const keep = settled(storedSettings(), parse(row));
      return { keep, answer: keep };
    });
    if (kept !== null) await adopt(kept);
  }
  if (isLockUnread()) await learnLock();
  noteSettled();
  return true;
}

let settling = Promise.resolve(true);

/**
 * Whether no settings are known because the database fails or does not answer, so that nobody can say which there are; null until it
 * was looked.
 */
export const settingsUnread = observable<boolean | null>(null);

/** Notes that after a look; `isForGood` is null where the database has not answered: local storage has them. */
function noteLook(isForGood: boolean | null): boolean {
  settingsUnread.set(!isForGood && storedSettings() === null);
  return isForGood ?? true;
}

/**
 * Resolves when both homes have the newest settings, or when the database has failed, however long that takes: to false where it is
 * there and may forget them or does not say what it has. On a full disk local storage may take nothing for good then either. It
 * does where Chromium refuses to fill the last gigabyte of a disk, or where a connection was lost.
 */
export function settledAtLast(): Promise<boolean> {
  settling = settling.then(settle).catch(isDatabaseAbsent);
  return settling.then(noteLook);
}

/** The same for who cannot wait for a database that does not answer soon. */
export function settleSettings(): Promise<boolean> {
  return withinTime(settledAtLast(), storageLimits.databasePatienceMs, null).then(noteLook);
}

/**
 * Resolves to whether what was just written is saved: not as long as local storage alone has it, which may lose it in a kill. A
 * database that does not answer soon is waited for, longer than most things do, but not until it is given up.
 */
export function isSavedForGood(): Promise<boolean> {
  return withinTime(settledAtLast(), storageLimits.tryMs, false);
}

/** Stores changes at once; resolves to what the person has to be told, or to null where they are saved. */
export async function saveSettings(changes: Partial<Settings>): Promise<Message | null> {
  const isKept = settingsRecord.write({ ...settingsRecord.read(), ...changes });
  return notSaved(isKept, await isSavedForGood());
}

/** Keeps the homes together, now and after each change; returns how to stop. */
export function followSettings(): () => void {
  void settleSettings();
  return settingsRecord.subscribe(() => void settleSettings());
}
