/** The user's settings, on this device only. */
import * as v from "valibot";
import { contactLimits, defaults } from "#content/limits.ts";
import { deviceRecord } from "./record.ts";

const contact = v.object({ id: v.string(), name: v.string(), phoneNumber: v.string() });

const schema = v.object({
  contacts: v.fallback(v.pipe(v.array(contact), v.maxLength(contactLimits.maximum)), []),
  safeWord: v.fallback(v.string(), defaults.safeWord),
  emergencyMessage: v.fallback(v.string(), defaults.emergencyMessage),
  /** The salted hash of the own PIN, or empty: then the demo PIN unlocks. Earlier releases stored digits. */
  pinCode: v.fallback(v.string(), ""),
  isListeningEnabled: v.fallback(v.boolean(), false),
  wakeWordMode: v.fallback(v.picklist(["smart_assistant", "custom"]), "smart_assistant"),
  smartAssistantTriggers: v.fallback(v.array(v.string()), [
    "hey silent",
    "emergency help",
    "hey siri emergency",
  ]),
  /** Whether what shows or changes protection asks for the code, once there is an own PIN. */
  asksForCode: v.fallback(v.boolean(), true),
  /** Whether shaking the phone starts an emergency. */
  isShakeEnabled: v.fallback(v.boolean(), true),
});

/** An emergency contact. */
export type SavedContact = v.InferOutput<typeof contact>;

/** The settings as stored. */
export type Settings = v.InferOutput<typeof schema>;

/** The default settings. */
export const DEFAULT_SETTINGS: Settings = v.parse(schema, {});

/** The record under `silentPartnerSettings`. */
export const settingsRecord = deviceRecord<Settings>({
  key: "silentPartnerSettings",
  fallback: DEFAULT_SETTINGS,
  schema,
});

/** The contacts that have a number, in the order of their slots. */
export function reachableContacts(settings: Settings): readonly SavedContact[] {
  return settings.contacts.filter((one) => one.phoneNumber.trim() !== "");
}
