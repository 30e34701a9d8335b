/** The contact copies that the server does not have yet: at most one per slot, the newest. */
import * as v from "valibot";
import { contactLimits } from "#content/limits.ts";
import { deviceRecord } from "#store/record.ts";

const schema = v.object({
  slot: v.picklist([0, 1]),
  /** The server's id of the contact to change, or null to create one in the slot. */
  serverId: v.nullable(v.string()),
  name: v.string(),
  phoneNumber: v.string(),
  /** Sent by the settings page only. */
  contactOrder: v.nullable(v.number()),
  /** The contact is no longer the person's: the server's copy is overwritten, if there is one. */
  isVoid: v.optional(v.literal(true)),
});

/** A copy that is due. */
export type ContactCopy = v.InferOutput<typeof schema>;

/** The copies that are due. */
export const contactCopiesRecord = deviceRecord<readonly ContactCopy[]>({
  key: "silentPartnerContactCopies",
  fallback: [],
  schema: v.array(schema),
});

/** Replaces the first contact's copy: the person has another contact, or none. */
export const VOID_COPY: ContactCopy = {
  slot: 0,
  serverId: null,
  name: contactLimits.placeholderName,
  phoneNumber: contactLimits.placeholderNumber,
  contactOrder: null,
  isVoid: true,
};

/** Replaces the second contact's copy: the person has another contact, or none. */
export const VOID_SECOND_COPY: ContactCopy = { ...VOID_COPY, slot: 1, contactOrder: 1 };

/** Whether a server's copy is of a contact, and not what a void one was overwritten with. */
export function isRealCopy(copy: { readonly phoneNumber: string } | null | undefined): boolean {
  return copy != null && copy.phoneNumber !== contactLimits.placeholderNumber;
}

/** Adds a copy that replaces an older one of its slot; false when storage refused. */
export function noteCopy(copy: ContactCopy): boolean {
  const others = contactCopiesRecord.read().filter((one) => one.slot !== copy.slot);
  return contactCopiesRecord.write([...others, copy]);
}

/** Removes a copy that was sent, unless its slot was saved again meanwhile. */
export function settleCopy(copy: ContactCopy): void {
  const done = JSON.stringify(copy);
  const left = contactCopiesRecord.read().filter((one) => JSON.stringify(one) !== done);
  contactCopiesRecord.write(left);
}
