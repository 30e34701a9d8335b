/** The validation of a contact. */
import { contactLimits } from "#content/limits.ts";
import { type Message, saveMessages } from "#content/messages.ts";
import { isDialable } from "#content/phone-number.ts";

/** The values of the basic dialog. */
export interface ContactDraft {
  readonly name: string;
  readonly phoneNumber: string;
}

/** The draft as it is saved: trimmed, and with a name. */
export function tidied(draft: ContactDraft): ContactDraft {
  return {
    name: draft.name.trim() || contactLimits.placeholderName,
    phoneNumber: draft.phoneNumber.trim(),
  };
}

/** Why the draft may not be saved, or undefined when it may: its number must be one that a phone can dial. */
export function contactProblem(draft: ContactDraft): Message | undefined {
  return isDialable(draft.phoneNumber) ? undefined : saveMessages.invalidPhone;
}
