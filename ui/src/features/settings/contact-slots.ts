/** The contact slots of a settings form. */
import { contactLimits } from "#content/limits.ts";
import { isDialable } from "#content/phone-number.ts";
import type { SavedContact } from "#store/settings/settings.ts";

/** An edited contact; an empty slot has no id. */
export type ContactSlot = SavedContact;

/** An empty slot. */
export const EMPTY_SLOT: ContactSlot = { id: "", name: "", phoneNumber: "" };

/** Whether a contact has both a name and a number. */
export function isWhole(contact: Pick<ContactSlot, "name" | "phoneNumber">): boolean {
  return contact.name.trim() !== "" && isDialable(contact.phoneNumber);
}

/** The contacts of the slots that are not empty, trimmed and with an id; `newId` makes ids. */
export function contactsOf(slots: readonly ContactSlot[], newId: () => string): ContactSlot[] {
  return slots
    .map(({ id, name, phoneNumber }) => ({
      id: id || newId(),
      name: name.trim(),
      phoneNumber: phoneNumber.trim(),
    }))
    .filter(({ name, phoneNumber }) => name !== "" || phoneNumber !== "");
}

/** The slots with one changed. */
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

/** Whether a slot may be removed: never the first. */
export function mayRemove(slots: readonly ContactSlot[], index: number): boolean {
  return slots.length > 1 && index > 0;
}

/** The slots without one, where it may be removed. */
export function without(slots: readonly ContactSlot[], index: number): readonly ContactSlot[] {
  return mayRemove(slots, index) ? slots.filter((_, at) => at !== index) : slots;
}
