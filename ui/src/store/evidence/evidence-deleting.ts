/** Deletes evidence, which only the person does. */
import { removeFolder } from "#platform/storage/files.ts";
import { deleteRecording } from "#store/app-database.ts";
import { FOLDER } from "./evidence-copies.ts";
import { evidenceOf, findRow } from "./evidence-rows.ts";
import { changeTally } from "./evidence-tally.ts";
import { forgetReceipts } from "./receipts.ts";
import { forgetMirrored } from "./recordings.ts";

/** Forgets a part that the person deleted. */
function forgetPart(id: string): Promise<void> {
  return changeTally((tally) => {
    const left = Object.entries(tally).map(([emergency, parts]) => {
      const others = Object.entries(parts).filter(([part]) => part !== id);
      return [emergency, Object.fromEntries(others)] as const;
    });
    return Object.fromEntries(left.filter(([, parts]) => Object.keys(parts).length > 0));
  });
}

/** Deletes a part and its copies for good, and with the last part of an emergency its receipts. */
export async function deleteEvidence(id: string): Promise<void> {
  const emergency = (await findRow(id))?.emergencyEventId;
  // First, so that a deletion which is cut off does not look like somebody else's.
  await forgetPart(id);
  await deleteRecording(id);
  await removeFolder([FOLDER, id]).catch(() => undefined);
  forgetMirrored(id);
  if (emergency !== undefined && (await evidenceOf(emergency)).length === 0) {
    await forgetReceipts(emergency).catch(() => undefined);
  }
}
