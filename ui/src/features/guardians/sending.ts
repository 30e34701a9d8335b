/** The test message, the end of what a guardian's page still shows, and the end of a link. */
import { isBusy } from "#api/client.ts";
import { endWatch, hasEnded, isRefused } from "#api/watches.ts";
import { wallTime, withinTime } from "#platform/clock.ts";
import { reportFailure } from "#platform/report.ts";
import type { TestPurpose } from "#seal/items.ts";
import {
  changeGuardian,
  forgetEnding,
  type Guardian,
  type LinkedGuardian,
  noteAnswered,
  noteEnded,
  readEndings,
  removeGuardian,
} from "#store/guardians/guardians.ts";
import { changeOutbox, sendNow, sendOutbox } from "#sync/guardian-outbox.ts";
import { withItem } from "#sync/outbox-rules.ts";

/** How long the end of a link waits for the message about it, in milliseconds. */
const PATIENCE_MS = 5_000;

/** How a test message went: its number when the server has it. */
export type Tested = { readonly sent: number } | "ended" | "refused" | "busy" | "failed";

/** Sends a test message: the person's own, or the one that ends the pairing. */
export async function sendTest(guardian: LinkedGuardian, of?: TestPurpose): Promise<Tested> {
  try {
    const item = { kind: "test", at: wallTime(), ...(of && { of }) } as const;
    const sent = await sendNow(guardian, item);
    const noted = { testedAt: wallTime(), refusedSince: null };
    // In one change, so that a kill leaves no test that was sent and does not count.
    await changeGuardian(guardian.id, (before) => {
      if (before.state !== "linked") return before;
      const answeredBefore = before.lastAnswer?.at ?? null;
      const ending = of === "pairing" ? { pairingSeq: sent, answeredBefore } : {};
      return { ...before, ...noted, ...ending };
    });
    return { sent };
  } catch (error) {
    if (await hasEnded(error, guardian.owner)) {
      await noteEnded(guardian.id, wallTime()).catch(() => undefined);
      return "ended";
    }
    if (isRefused(error)) {
      reportFailure("The server refused a test message for a guardian", error);
      await noteAnswered(guardian.id, { alarmOf: null, seq: null, at: wallTime() });
      return "refused";
    }
    return isBusy(error) ? "busy" : "failed";
  }
}

/** Queues the end of what a guardian's page shows as going on; without a connection it is sent later. */
export async function tellOver({ id }: LinkedGuardian, names: readonly string[]): Promise<void> {
  const at = wallTime();
  await changeOutbox((rows) =>
    names.reduce((all, emergency) => {
      const idFor = (guardian: string) => `ended ${emergency} ${guardian}`;
      const item = { kind: "ended", emergency, at, isDrill: false } as const;
      return withItem(all, item, { guardians: [{ id }], idFor });
    }, rows),
  );
  await sendOutbox().catch(() => undefined);
}

/** Tells the server of links that were ended here; what it cannot be told now stays noted. */
export async function tellEndings(): Promise<void> {
  for (const owner of await readEndings()) {
    try {
      await endWatch(owner);
    } catch {
      // What answers need not be the server: it is told again, and the others now.
      continue;
    }
    await forgetEnding(owner);
  }
}

/** Ends a link: here at once, for the guardian when the server was told. Resolves to whether it was. */
export async function unlink(guardian: Guardian): Promise<boolean> {
  if (guardian.state === "linked") {
    // It wakes the guardian's phone; without it the page says that the link has ended when it is opened.
    const told = sendNow(guardian, { kind: "unlinked", at: wallTime() });
    await withinTime(told, PATIENCE_MS, null);
  }
  await removeGuardian(guardian);
  await withinTime(tellEndings(), PATIENCE_MS, undefined);
  return !(await readEndings()).includes(guardian.owner);
}
