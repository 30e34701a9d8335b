/** The validation of settings. */
import { pinLimits } from "#content/limits.ts";
import { type Message, saveMessages } from "#content/messages.ts";
import { type ContactSlot, isWhole } from "./contact-slots.ts";

/** The validated values. */
export interface SettingsDraft {
  readonly safeWord: string;
  readonly pinCode: string;
  readonly contacts: readonly Pick<ContactSlot, "name" | "phoneNumber">[];
}

/** The required values: the dialog requires both, the settings page has defaults. */
export interface Needs {
  readonly safeWord: boolean;
  readonly pin: boolean;
}

/** The first problem of the draft, or undefined. */
export function settingsProblem(
  draft: SettingsDraft,
  demoPin: string,
  needs: Needs,
): Message | undefined {
  if (needs.safeWord && draft.safeWord.trim() === "") return saveMessages.safeWordRequired;
  const isShort = draft.pinCode.length < pinLimits.minimumDigits;
  if (isShort && (needs.pin || draft.pinCode !== "")) return saveMessages.invalidPin;
  if (draft.pinCode === demoPin) return saveMessages.demoPin;
  return draft.contacts.some(isWhole) ? undefined : saveMessages.contactRequired;
}
