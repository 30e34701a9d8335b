/** Sends a guardian something at once, past the queue: what is of no use later. */
import { sendItem } from "#api/watches.ts";
import { wallTime } from "#platform/clock.ts";
import { type DownItem, sealDown } from "#seal/items.ts";
import { noteTold } from "#store/guardians/guardian-told.ts";
import { type LinkedGuardian, takeSeq } from "#store/guardians/guardians.ts";

/** Seals an item and sends it; resolves to its number. */
export async function sendNow(
  { id, owner, down }: LinkedGuardian,
  item: DownItem,
): Promise<number> {
  const seq = await takeSeq(id);
  if (seq === null) throw new Error("The guardian is not linked.");
  await sendItem(owner, { seq, bytes: await sealDown(down, seq, item), wake: true });
  const told = { guardian: id, seq, at: wallTime(), item };
  // With the link everything that was noted of it goes.
  if (item.kind !== "unlinked") await noteTold(told);
  return seq;
}
