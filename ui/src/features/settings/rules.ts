/** The validation of settings. */
import { textLimits } from "#content/limits.ts";
import { type Message, saveMessages } from "#content/messages.ts";
import { isDialable } from "#content/phone-number.ts";
import { safeWordProblem } from "#content/safe-word.ts";
import { type ContactSlot, isWhole } from "./contact-slots.ts";
import { type PinDraft, type PinNeeds, pinProblem } from "./pin-draft.ts";

/** The validated values. */
export interface SettingsDraft {
  readonly safeWord: string;
  readonly emergencyMessage?: string;
  readonly pin: PinDraft;
  readonly contacts: readonly Pick<ContactSlot, "name" | "phoneNumber">[];
}

/** The required values: the dialog requires all of them, the settings page has defaults. */
export interface Needs {
  readonly safeWord: boolean;
  readonly contact: boolean;
  readonly pin: PinNeeds;
}

/** The first problem of the draft, or undefined. */
export function settingsProblem(draft: SettingsDraft, needs: Needs): Message | undefined {
  const wrongWord = needs.safeWord ? safeWordProblem(draft.safeWord) : null;
  if (wrongWord !== null) return wrongWord;
  const wrongPin = pinProblem(draft.pin, needs.pin);
  if (wrongPin !== undefined) return wrongPin;
  if ((draft.emergencyMessage?.length ?? 0) > textLimits.message) {
    return saveMessages.messageTooLong;
  }
  const isWrong = ({ phoneNumber }: { phoneNumber: string }) =>
    phoneNumber.trim() !== "" && !isDialable(phoneNumber);
  if (draft.contacts.some(isWrong)) return saveMessages.invalidPhone;
  const isReachable = !needs.contact || draft.contacts.some(isWhole);
  return isReachable ? undefined : saveMessages.contactRequired;
}
