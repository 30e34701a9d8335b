/** What guardians were sent and the server has, as far as it says what their pages show. */
import * as v from "valibot";
import { ofGuardian } from "./guardian-outbox.ts";
import { listRecord } from "./link-record.ts";
import { type Told, withTold } from "./told-rules.ts";

const row = v.object({ ...ofGuardian, seq: v.number(), at: v.number() });

/** All of it, in the order in which the server got it. A full disk must not let it become false while the page is open. */
export const guardianTold = listRecord<Told>("told", row, "remember");

/** Notes an item that the server has, and never rejects; what tells nothing more is not written. */
export const noteTold = (told: Told): Promise<void> =>
  guardianTold
    .read()
    .then((rows) =>
      withTold(rows, told) === rows
        ? undefined
        : guardianTold.change((before) => ({ keep: withTold(before, told), answer: undefined })),
    )
    .catch(() => undefined);

/** Forgets what a guardian was sent, who is none any more. */
export function forgetTold(guardian: string): Promise<void> {
  return guardianTold.change((before) => ({
    keep: before.filter((one) => one.guardian !== guardian),
    answer: undefined,
  }));
}
