/** The copy of a form's contacts on the server. */
import { contactLimits } from "#content/limits.ts";
import { withinTime } from "#platform/clock.ts";
import {
  type ContactCopy,
  noteCopy,
  VOID_COPY,
  VOID_SECOND_COPY,
} from "#store/settings/contact-copies.ts";
import { type SavedContact, settingsRecord } from "#store/settings/settings.ts";
import type { CopyOutcome } from "#sync/contact-copies.ts";
import { type ContactSlot, isWhole } from "./contact-slots.ts";

/** Loaded with the first copy: a list of settings that is only read needs none. */
const loadSending = () => import("#sync/contact-copies.ts");

/** Sends a copy of each contact that has name and number; the older copy of one that is gone since `before` is overwritten. */
export async function copyToServer(
  contacts: readonly ContactSlot[],
  before: readonly SavedContact[],
): Promise<CopyOutcome> {
  const copies = contacts.filter(isWhole).map(({ name, phoneNumber }, index) => {
    const slot = index === 0 ? (0 as const) : (1 as const);
    return { slot, serverId: null, name, phoneNumber, contactOrder: slot };
  });
  const due: ContactCopy[] = copies.length === 0 ? [VOID_COPY] : copies;
  if (copies.length < 2 && before.filter(isWhole).length > 1) due.push(VOID_SECOND_COPY);
  if (!due.every(noteCopy)) return "refused";
  // What could not be loaded or sent by then, the app's background sends later.
  const late: CopyOutcome = "waiting";
  const sent = loadSending().then(
    ({ sendCopies }) => sendCopies(),
    () => late,
  );
  return withinTime(sent, contactLimits.copyPatienceMs, late);
}

/** For contacts that stay on the device: the server's copies of others, which were there before, are overwritten. */
export function voidStaleCopies(contacts: readonly SavedContact[]): void {
  // The server's places are those of whole contacts: no other one was copied.
  const before = contacts.filter(isWhole);
  const now = settingsRecord.read().contacts.filter(isWhole);
  const isOther = (slot: number): boolean =>
    before[slot]?.name !== now[slot]?.name || before[slot]?.phoneNumber !== now[slot]?.phoneNumber;
  const due: ContactCopy[] = [];
  if (isOther(0)) due.push(VOID_COPY);
  if (before.length > 1 && isOther(1)) due.push(VOID_SECOND_COPY);
  if (due.length === 0) return;
  for (const copy of due) noteCopy(copy);
  loadSending()
    .then(({ sendCopies }) => sendCopies())
    .catch(() => undefined);
}
