/** The user's settings, on this device only. */
import * as v from "valibot";
import { contactLimits, defaults } from "#content/limits.ts";
import { dialable, isDialable } from "#content/phone-number.ts";
import { deviceRecord } from "./record.ts";

const contact = v.object({ id: v.string(), name: v.string(), phoneNumber: v.string() });

/** The version of the record. Before it had one, a safe word could be saved without being listened for. */
const VERSION = 2;

const stored = v.object({
  version: v.fallback(v.number(), 1),
  contacts: v.fallback(v.pipe(v.array(contact), v.maxLength(contactLimits.maximum)), []),
  safeWord: v.fallback(v.string(), defaults.safeWord),
  emergencyMessage: v.fallback(v.string(), defaults.emergencyMessage),
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
});

/** A safe word of the person's own was saved in order to be heard. */
const schema = v.pipe(
  stored,
  v.transform((settings) => {
    const isOwnWord = settings.safeWord.trim().toLowerCase() !== defaults.safeWord.toLowerCase();
    const isUpdated = settings.version >= VERSION;
    const wakeWordMode = !isUpdated && isOwnWord ? ("custom" as const) : settings.wakeWordMode;
    return { ...settings, version: VERSION, wakeWordMode };
  }),
);

/** An emergency contact. */
export type SavedContact = v.InferOutput<typeof contact>;

/** The settings as stored. */
export type Settings = v.InferOutput<typeof schema>;

/** Whether a shake starts an emergency. Earlier releases switched it on for everybody; that is no trial. */
export function isShakeLive({ isShakeEnabled, isShakeTried }: Settings): boolean {
  return isShakeEnabled && isShakeTried;
}

/** The default settings. */
export const DEFAULT_SETTINGS: Settings = v.parse(schema, {});

/** The record under `silentPartnerSettings`. */
export const settingsRecord = deviceRecord<Settings>({
  key: "silentPartnerSettings",
  fallback: DEFAULT_SETTINGS,
  schema,
});

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
