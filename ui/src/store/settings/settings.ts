/** The user's settings, on this device; of its contacts the server may keep a copy (`contact-copies.ts`). */

import * as v from "valibot";
import { settingsKey } from "#content/device-records.ts";
import { contactLimits, defaults } from "#content/limits.ts";
import { dialable, isDialable } from "#content/phone-number.ts";
import { readText, writeText } from "#platform/storage/storage.ts";
import { type DeviceRecord, deviceRecord } from "#store/record.ts";

/** A contact as stored. */
export const contactSchema = v.object({
  id: v.string(),
  name: v.string(),
  phoneNumber: v.string(),
});

/** The version of the record. Before it had one, a safe word could be saved without being listened for. */
const VERSION = 2;

const stored = v.object({
  version: v.fallback(v.number(), 1),
  contacts: v.fallback(v.pipe(v.array(contactSchema), v.maxLength(contactLimits.maximum)), []),
  safeWord: v.fallback(v.string(), defaults.safeWord),
  emergencyMessage: v.fallback(v.string(), defaults.emergencyMessage),
  /** The ISO code of the country whose emergency numbers are shown, or empty: then it is guessed. */
  country: v.fallback(v.string(), ""),
  /** The salted hash of the own PIN, or empty: then the demo PIN unlocks. Earlier releases stored digits. */
  pinCode: v.fallback(v.string(), ""),
  isListeningEnabled: v.fallback(v.boolean(), false),
  /** What is listened for: the built-in phrases, the safe word, or the trained phrase. */
  wakeWordMode: v.fallback(v.picklist(["smart_assistant", "custom", "trained"]), "smart_assistant"),
  smartAssistantTriggers: v.fallback(v.array(v.string()), [
    "hey silent",
    "emergency help",
    "hey siri emergency",
  ]),
  /** Whether what shows or changes protection asks for the code, once there is an own PIN. */
  asksForCode: v.fallback(v.boolean(), true),
  /** Whether shaking the phone starts an emergency; only while it was tried too. */
  isShakeEnabled: v.fallback(v.boolean(), false),
  /** Whether the person shook this phone in the pattern to try it. */
  isShakeTried: v.fallback(v.boolean(), false),
  /** Whether an emergency started by voice or shake leaves the heart monitor on the screen. */
  staysDisguised: v.fallback(v.boolean(), false),
});

/** The settings; a safe word of the person's own was saved in order to be heard. */
export const settingsSchema = v.pipe(
  stored,
  v.transform((settings) => {
    const isOwnWord = settings.safeWord.trim().toLowerCase() !== defaults.safeWord.toLowerCase();
    const isUpdated = settings.version >= VERSION;
    const wakeWordMode = !isUpdated && isOwnWord ? ("custom" as const) : settings.wakeWordMode;
    return { ...settings, version: VERSION, wakeWordMode };
  }),
);

/** An emergency contact. */
export type SavedContact = v.InferOutput<typeof contactSchema>;

/** The settings as stored. */
export type Settings = v.InferOutput<typeof settingsSchema>;

/** Whether a shake starts an emergency. Earlier releases switched it on for everybody; that is no trial. */
export function isShakeLive({ isShakeEnabled, isShakeTried }: Settings): boolean {
  return isShakeEnabled && isShakeTried;
}

/** The default settings. */
export const DEFAULT_SETTINGS: Settings = v.parse(settingsSchema, {});

const record = deviceRecord<Settings>({
  key: settingsKey,
  fallback: DEFAULT_SETTINGS,
  schema: settingsSchema,
});

/** The settings as one of their homes has them. */
export interface StoredSettings {
  /** Grows with each write. Settings without one are older than all others. */
  readonly revision: number;
  readonly text: string;
}

const stamped = v.object({ revision: v.fallback(v.number(), 0) });

/** The settings as local storage has them, which answers at once; null when it has none that can be read. */
export function storedSettings(): StoredSettings | null {
  const text = readText(settingsKey);
  try {
    return text === null ? null : { ...v.parse(stamped, JSON.parse(text)), text };
  } catch {
    return null;
  }
}

/** Takes settings from another home, unless those in local storage are as new. */
export function adoptSettings({ revision, text }: StoredSettings): void {
  const here = storedSettings();
  if (here === null || here.revision < revision) writeText(settingsKey, text);
}

/** What this page wrote before it knew what the other home has. */
export interface EarlyChanges {
  /** The revision that local storage had before. */
  readonly since: number;
  /** The contacts that it had before. */
  readonly seen: readonly SavedContact[];
  readonly changes: Partial<Settings>;
}

let early: EarlyChanges | null = null;
let isSettled = false;

/** The changes that this page made too early; null when there are none. */
export function earlyChanges(): EarlyChanges | null {
  return early;
}

/** Whether this page knows what both homes have. */
export function knowsBothHomes(): boolean {
  return isSettled;
}

/** This page knows both homes from now on. */
export function noteSettled(): void {
  isSettled = true;
  early = null;
}

/** The fields of `after` that differ. */
function changed(before: Settings, after: Settings): Partial<Settings> {
  const fields = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Settings]),
  );
  return Object.fromEntries(fields);
}

/**
 * The record under `silentPartnerSettings`. `settings-copy.ts` keeps its second home. It cannot be cleared: the other
 * home would bring the settings back.
 */
export const settingsRecord: Omit<DeviceRecord<Settings>, "clear"> = {
  key: record.key,
  read: record.read,
  subscribe: record.subscribe,
  use: record.use,
  write: (value) => {
    const since = storedSettings()?.revision ?? 0;
    const before = record.read();
    const isWritten = writeText(settingsKey, JSON.stringify({ ...value, revision: since + 1 }));
    if (isWritten && !isSettled) {
      const { changes, ...first } = early ?? { since, seen: before.contacts };
      early = { ...first, changes: { ...changes, ...changed(before, value) } };
    }
    return isWritten;
  },
};

/** The contacts whose number can be dialled, in the order of their slots; a number that is there twice counts once. */
export function reachableContacts(settings: Settings): readonly SavedContact[] {
  const known = new Map<string, SavedContact>();
  for (const contact of settings.contacts) {
    const number = dialable(contact.phoneNumber);
    if (isDialable(contact.phoneNumber) && !known.has(number)) known.set(number, contact);
  }
  return [...known.values()];
}

/** The contacts with a number that cannot be dialled. */
export function unreachableContacts(settings: Settings): readonly SavedContact[] {
  return settings.contacts.filter(
    ({ phoneNumber }) => phoneNumber.trim() !== "" && !isDialable(phoneNumber),
  );
}
