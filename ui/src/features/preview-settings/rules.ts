/** What makes the settings page acceptable, and what its contacts may do (spec section 5). */
import { contactLimits, pinLimits } from "#content/limits.ts";
import { type Message, saveMessages } from "#content/messages.ts";

/** A contact while it is edited. */
export interface ContactSlot {
  readonly id: string;
  readonly name: string;
  readonly phoneNumber: string;
}

/** What the rules look at. */
export interface SettingsDraft {
  readonly wakeWordMode: "smart_assistant" | "custom";
  readonly safeWord: string;
  readonly pinCode: string;
  readonly contacts: readonly ContactSlot[];
}

/** Whether a contact has both a name and a number. */
export function isWhole(contact: ContactSlot): boolean {
  return contact.name.trim() !== "" && /\d/.test(contact.phoneNumber);
}

/** The first reason why the draft may not be saved, or undefined. Without an own PIN the demo PIN holds. */
export function settingsProblem(draft: SettingsDraft, demoPin: string): Message | undefined {
  if (draft.wakeWordMode === "custom" && draft.safeWord.trim() === "") {
    return saveMessages.safeWordRequired;
  }
  if (draft.pinCode !== "" && draft.pinCode.length < pinLimits.minimumDigits) {
    return saveMessages.invalidPin;
  }
  if (draft.pinCode === demoPin) return saveMessages.demoPin;
  return draft.contacts.some(isWhole) ? undefined : saveMessages.contactRequired;
}

/** Whether there is room for one more. */
export function mayAdd(contacts: readonly ContactSlot[]): boolean {
  return contacts.length < contactLimits.maximum;
}

/** Removal only when more than one remains, and never of the first. */
export function mayRemove(contacts: readonly ContactSlot[], index: number): boolean {
  return contacts.length > 1 && index > 0;
}

/** A PIN field keeps digits only, six at most. */
export function pinDigits(typed: string): string {
  return typed.replaceAll(/\D/g, "").slice(0, pinLimits.maximumDigits);
}
