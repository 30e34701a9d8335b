/** The copy of a form's contacts on the server. */
import { contactLimits } from "#content/limits.ts";
import { withinTime } from "#platform/clock.ts";
import {
  type ContactCopy,
  contactCopiesRecord,
  noteCopy,
  VOID_COPY,
} from "#store/settings/contact-copies.ts";
import { type SavedContact, settingsRecord } from "#store/settings/settings.ts";
import type { CopyOutcome } from "#sync/contact-copies.ts";
import { type ContactSlot, isWhole } from "./contact-slots.ts";

/** Loaded with the first copy: a list of settings that is only read needs none. */
const loadSending = () => import("#sync/contact-copies.ts");

/** Sends a copy of each contact that has name and number; without one, the older copy is overwritten. */
export async function copyToServer(contacts: readonly ContactSlot[]): Promise<CopyOutcome> {
  const copies = contacts.filter(isWhole).map(({ name, phoneNumber }, index) => {
    const slot = index === 0 ? (0 as const) : (1 as const);
    return { slot, serverId: null, name, phoneNumber, contactOrder: slot };
  });
  const due: readonly ContactCopy[] = copies.length === 0 ? [VOID_COPY] : copies;
  if (!contactCopiesRecord.write(due)) return "refused";
  // What could not be loaded or sent by then, the app's background sends later.
  const late: CopyOutcome = "waiting";
  const sent = loadSending().then(
    ({ sendCopies }) => sendCopies(),
    () => late,
  );
  return withinTime(sent, contactLimits.copyPatienceMs, late);
}

/** For contacts that stay on the device: the server's copy of another first contact, `before`, is overwritten. */
export function voidStaleCopy(before: SavedContact | undefined): void {
  const now = settingsRecord.read().contacts[0];
  if (before?.name === now?.name && before?.phoneNumber === now?.phoneNumber) return;
  noteCopy(VOID_COPY);
  loadSending()
    .then(({ sendCopies }) => sendCopies())
    .catch(() => undefined);
}
