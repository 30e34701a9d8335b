/** The places for contacts while they are edited (spec section 5). */
import { contactLimits } from "#content/limits.ts";
import type { SavedContact } from "#store/settings.ts";

/** A contact while it is edited; an empty place has no id. */
export type ContactSlot = SavedContact;

/** A place that nobody has taken. */
export const EMPTY_SLOT: ContactSlot = { id: "", name: "", phoneNumber: "" };

/** Whether a contact has both a name and a number. */
export function isWhole(contact: Pick<ContactSlot, "name" | "phoneNumber">): boolean {
  return contact.name.trim() !== "" && /\d/.test(contact.phoneNumber);
}

/** The contacts of the slots that hold anything, trimmed and with an id; `newId` makes the ids. */
export function contactsOf(slots: readonly ContactSlot[], newId: () => string): ContactSlot[] {
  return slots
    .map(({ id, name, phoneNumber }) => ({
      id: id || newId(),
      name: name.trim(),
      phoneNumber: phoneNumber.trim(),
    }))
    .filter(({ name, phoneNumber }) => name !== "" || phoneNumber !== "");
}

/** The slots with one of them changed. */
export function withChange(
  slots: readonly ContactSlot[],
  index: number,
  change: Partial<ContactSlot>,
): readonly ContactSlot[] {
  return slots.map((slot, at) => (at === index ? { ...slot, ...change } : slot));
}

/** Whether there is room for one more. */
export function mayAdd(slots: readonly ContactSlot[]): boolean {
  return slots.length < contactLimits.maximum;
}

/** Removal only when more than one remains, and never of the first. */
export function mayRemove(slots: readonly ContactSlot[], index: number): boolean {
  return slots.length > 1 && index > 0;
}
