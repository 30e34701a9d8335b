/** What the person chose, kept on this device alone (spec section 3, "Local settings"). */
import * as v from "valibot";
import { contactLimits, defaults } from "#content/limits.ts";
import { deviceRecord } from "./record.ts";

const contact = v.object({ id: v.string(), name: v.string(), phoneNumber: v.string() });

const schema = v.object({
  contacts: v.fallback(v.pipe(v.array(contact), v.maxLength(contactLimits.maximum)), []),
  safeWord: v.fallback(v.string(), defaults.safeWord),
  emergencyMessage: v.fallback(v.string(), defaults.emergencyMessage),
  /** Empty means that the person has no PIN of their own; the demo PIN then takes its place. */
  pinCode: v.fallback(v.string(), ""),
  isListeningEnabled: v.fallback(v.boolean(), false),
  wakeWordMode: v.fallback(v.picklist(["smart_assistant", "custom"]), "smart_assistant"),
  smartAssistantTriggers: v.fallback(v.array(v.string()), [
    "hey silent",
    "emergency help",
    "hey siri emergency",
  ]),
  /** Whether the heart asks for the code before it opens settings. */
  asksForCode: v.fallback(v.boolean(), false),
  /** Whether shaking the phone starts an emergency. */
  isShakeEnabled: v.fallback(v.boolean(), true),
});

/** A person to be told. */
export type SavedContact = v.InferOutput<typeof contact>;

/** The settings as stored. */
export type Settings = v.InferOutput<typeof schema>;

/** What a person has who never saved anything. */
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
