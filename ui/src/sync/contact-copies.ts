/** Sends the contact copies that the server does not have yet, one tab at a time. */

import { refresh } from "#api/answers.ts";
import { ApiError } from "#api/client.ts";
import { createContact, getPrimaryContact, updateContact } from "#api/contacts.ts";
import * as endpoints from "#content/endpoints.ts";
import { contactLimits } from "#content/limits.ts";
import { plainNumber } from "#content/phone-number.ts";
import { withinTime } from "#platform/clock.ts";
import { whileHolding } from "#platform/workers/tabs.ts";
import {
  type ContactCopy,
  contactCopiesRecord,
  isRealCopy,
  settleCopy,
} from "#store/settings/contact-copies.ts";

/**
 * `copied`: the server has every copy; `waiting`: it could not be reached and gets them later;
 * `refused`: it rejected one.
 */
export type CopyOutcome = "copied" | "waiting" | "refused";

/** Statuses after which a copy is not sent again. */
const FINAL: readonly number[] = [400, 409, 413, 422];

/** Overwrites the server's copy; a device without any gets none. The server tells of the first contact only. */
async function overwrite({ slot, name, phoneNumber }: ContactCopy): Promise<void> {
  const first = await getPrimaryContact();
  if (first === null) return;
  if (slot === 1) {
    await createContact({ name, phoneNumber, isPrimary: false, contactOrder: slot });
  } else if (isRealCopy(first)) {
    await updateContact(first.id, { name, phoneNumber, isPrimary: true });
  }
}

async function send(copy: ContactCopy): Promise<void> {
  const { slot, serverId, contactOrder, isVoid, ...contact } = copy;
  if (isVoid) return overwrite(copy);
  const body = {
    ...contact,
    phoneNumber: plainNumber(contact.phoneNumber),
    isPrimary: slot === 0,
    ...(contactOrder !== null && { contactOrder }),
  };
  if (serverId === null) {
    return createContact(body);
  }
  try {
    await updateContact(serverId, body);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) {
      throw error;
    }
    await createContact(body);
  }
}

async function sendDue(): Promise<CopyOutcome> {
  let outcome: CopyOutcome = "copied";
  // Read again each time: a contact saved while its copy was being sent is sent once more.
  for (let copy = contactCopiesRecord.read()[0]; copy; copy = contactCopiesRecord.read()[0]) {
    try {
      await send(copy);
    } catch (error) {
      if (!(error instanceof ApiError)) {
        return "waiting";
      }
      outcome = "refused";
      if (!FINAL.includes(error.status)) {
        return outcome;
      }
    }
    settleCopy(copy);
  }
  return outcome;
}

/** Sends every copy that is due; one that the server may take later stays due. */
export async function sendCopies(): Promise<CopyOutcome> {
  let outcome: CopyOutcome = "waiting";
  await whileHolding("contact-copies", async () => {
    const before = contactCopiesRecord.read();
    outcome = await sendDue();
    if (contactCopiesRecord.read() !== before) {
      refresh(endpoints.primaryContact);
    }
  });
  return outcome;
}

/** The same with a time limit, for a user who waits; the rest is sent later. */
export function sendCopiesInTime(): Promise<CopyOutcome> {
  const late: CopyOutcome = "waiting";
  return withinTime(sendCopies(), contactLimits.copyPatienceMs, late);
}
