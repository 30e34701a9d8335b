/** The test message, and the end of a link. */
import { isBusy } from "#api/client.ts";
import { endWatch, hasEnded, isRefused, sendItem } from "#api/watches.ts";
import { wallTime, withinTime } from "#platform/clock.ts";
import { reportFailure } from "#platform/report.ts";
import { type DownItem, sealDown } from "#seal/items.ts";
import {
  changeGuardian,
  forgetEnding,
  type Guardian,
  type LinkedGuardian,
  noteAnswered,
  readEndings,
  removeGuardian,
  takeSeq,
} from "#store/guardians.ts";

/** How long the end of a link waits for the message about it, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Seals an item and sends it; resolves to its number. */
async function send({ id, owner, down }: LinkedGuardian, item: DownItem): Promise<number> {
  const seq = await takeSeq(id);
  if (seq === null) throw new Error("The guardian is not linked.");
  await sendItem(owner, { seq, bytes: await sealDown(down, seq, item), wake: true });
  return seq;
}

/** How a test message went: its number when the server has it. */
export type Tested = { readonly sent: number } | "ended" | "refused" | "busy" | "failed";

/** Sends a test message. */
export async function sendTest(guardian: LinkedGuardian): Promise<Tested> {
  try {
    const sent = await send(guardian, { kind: "test", at: wallTime() });
    await changeGuardian(guardian.id, (before) =>
      before.state === "linked" ? { ...before, testedAt: wallTime(), refusedSince: null } : before,
    );
    return { sent };
  } catch (error) {
    if (hasEnded(error)) return "ended";
    if (isRefused(error)) {
      reportFailure("The server refused a test message for a guardian", error);
      await noteAnswered(guardian.id, { alarmOf: null, seq: null, at: wallTime() });
      return "refused";
    }
    return isBusy(error) ? "busy" : "failed";
  }
}

/** Tells the server of links that were ended here; what it cannot be told now stays noted. */
export async function tellEndings(): Promise<void> {
  for (const owner of await readEndings()) {
    try {
      await endWatch(owner);
    } catch {
      return;
    }
    await forgetEnding(owner);
  }
}

/** Ends a link: here at once, for the guardian when the server was told. Resolves to whether it was. */
export async function unlink(guardian: Guardian): Promise<boolean> {
  if (guardian.state === "linked") {
    // It wakes the guardian's phone; without it the page says that the link has ended when it is opened.
    const told = send(guardian, { kind: "unlinked", at: wallTime() });
    await withinTime(told, PATIENCE_MS, null);
  }
  await removeGuardian(guardian);
  await withinTime(tellEndings(), PATIENCE_MS, undefined);
  return !(await readEndings()).includes(guardian.owner);
}
