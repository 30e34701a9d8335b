/** Brings the server the copies of contacts that it does not have, one tab at a time. */
import { ApiError } from "#api/client.ts";
import { createContact, primaryContactKey, updateContact } from "#api/contacts.ts";
import { refresh } from "#api/loaded.ts";
import { contactLimits } from "#content/limits.ts";
import { withinTime } from "#platform/clock.ts";
import { whileHolding } from "#platform/tabs.ts";
import { type ContactCopy, contactCopiesRecord, settleCopy } from "#store/contact-copies.ts";

/**
 * `copied`: the server has everything; `waiting`: it could not be reached and is told later; `refused`: it
 * answered that it did not take a copy.
 */
export type CopyOutcome = "copied" | "waiting" | "refused";

/** What no repetition would change. */
const FINAL: readonly number[] = [400, 409, 413, 422];

async function send({ slot, serverId, contactOrder, ...contact }: ContactCopy): Promise<void> {
  const body = {
    ...contact,
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
  // Read anew each time: a contact that is saved while its copy is on the way is sent once more.
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

/** Sends every copy that is due; what is not taken for good stays due. */
export async function sendCopies(): Promise<CopyOutcome> {
  let outcome: CopyOutcome = "waiting";
  await whileHolding("contact-copies", async () => {
    const before = contactCopiesRecord.read();
    outcome = await sendDue();
    if (contactCopiesRecord.read() !== before) {
      void refresh(primaryContactKey);
    }
  });
  return outcome;
}

/** The same for somebody who waits: what takes too long follows later. */
export function sendCopiesInTime(): Promise<CopyOutcome> {
  const late: CopyOutcome = "waiting";
  return withinTime(sendCopies(), contactLimits.copyPatienceMs, late);
}
