/** What makes the advanced settings acceptable (spec section 5). */
import { pinLimits } from "#content/limits.ts";
import { type Message, saveMessages } from "#content/messages.ts";

/** What the rules look at. */
export interface SettingsDraft {
  readonly safeWord: string;
  readonly pinCode: string;
  readonly contacts: readonly { readonly name: string; readonly phoneNumber: string }[];
}

const isWhole = (contact: { readonly name: string; readonly phoneNumber: string }) =>
  contact.name.trim() !== "" && /\d/.test(contact.phoneNumber);

/** The first reason why the draft may not be saved, or undefined when it may. */
export function settingsProblem(draft: SettingsDraft, demoPin: string): Message | undefined {
  if (draft.safeWord.trim() === "") {
    return saveMessages.safeWordRequired;
  }
  if (draft.pinCode.length < pinLimits.minimumDigits) {
    return saveMessages.invalidPin;
  }
  if (draft.pinCode === demoPin) {
    return saveMessages.demoPin;
  }
  return draft.contacts.some(isWhole) ? undefined : saveMessages.contactRequired;
}
