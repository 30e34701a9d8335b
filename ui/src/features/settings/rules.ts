/** What makes settings acceptable (spec section 5). */
import { pinLimits } from "#content/limits.ts";
import { type Message, saveMessages } from "#content/messages.ts";
import { type ContactSlot, isWhole } from "./contact-slots.ts";

/** What the rules look at. */
export interface SettingsDraft {
  readonly safeWord: string;
  readonly pinCode: string;
  readonly contacts: readonly Pick<ContactSlot, "name" | "phoneNumber">[];
}

/** What a form cannot do without: the dialog needs both, the settings page has defaults for them. */
export interface Needs {
  readonly safeWord: boolean;
  readonly pin: boolean;
}

/** The first reason why the draft may not be saved, or undefined when it may. */
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
