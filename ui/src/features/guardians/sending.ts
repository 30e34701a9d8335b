/** The test message, the end of what a guardian's page still shows, and the end of a link. */
import { isBusy, isTaken } from "#api/client.ts";
import { endWatch, hasEnded, isRefused, sendItem } from "#api/watches.ts";
import { alertLimits } from "#content/guardian-limits.ts";
import { wallTime, withinTime } from "#platform/clock.ts";
import { withDeadline } from "#platform/deadline.ts";
import { reportFailure } from "#platform/report.ts";
import type { TestPurpose } from "#seal/items.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import { guardianTold } from "#store/guardians/guardian-told.ts";
import {
  changeGuardian,
  forgetEnding,
  type Guardian,
  isLinked,
  type LastItem,
  type LinkedGuardian,
  lastItems,
  noteAnswered,
  noteEnded,
  readEndings,
  removeGuardian,
} from "#store/guardians/guardians.ts";
import { changeOutbox, sealed, sendNow, sendOutbox } from "#sync/guardian-outbox.ts";
import { withItem } from "#sync/outbox-rules.ts";
import { endsFor } from "./page-rules.ts";

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

/** What is left to be sent to a guardian who is unlinked: ends of what their page shows, sealed while the keys are here. */
async function leftFor(guardian: Guardian): Promise<readonly LastItem[]> {
  if (!isLinked(guardian)) return [];
  const kept = { told: await guardianTold.read(), waiting: await guardianOutbox.read() };
  const all = endsFor(guardian.id, kept).map(async (row): Promise<LastItem[]> => {
    const made = await sealed(row, guardian);
    return made === null ? [] : [{ owner: guardian.owner, ...made }];
  });
  return (await Promise.all(all)).flat();
}

/** Sends what goes over a link before its end; rejects where that has to wait. */
async function tellLast(owner: string): Promise<void> {
  for (const { seq, bytes } of (await lastItems.read()).filter((one) => one.owner === owner)) {
    try {
      await withDeadline(alertLimits.patienceMs, (signal) =>
        sendItem(owner, { seq, bytes, wake: true }, signal),
      );
    } catch (error) {
      // What the server will never take must not hold up the end. A 404 alone proves nothing: a sign-in page answers it too.
      const isVain = isRefused(error) || isTaken(error) || (await hasEnded(error, owner));
      if (!isVain) throw error;
    }
  }
}

/** Tells the server of links that were ended here; what it cannot be told now stays noted. */
export async function tellEndings(): Promise<void> {
  for (const owner of await readEndings()) {
    try {
      await tellLast(owner);
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
  // Without the end of an emergency their page would show it as going on for good.
  if ((await leftFor(guardian)).length > 0)
    await withinTime(sendOutbox({ isUrgent: true }), PATIENCE_MS, false);
  if (guardian.state === "linked") {
    // It wakes the guardian's phone; without it the page says that the link has ended when it is opened.
    const told = sendNow(guardian, { kind: "unlinked", at: wallTime() });
    await withinTime(told, PATIENCE_MS, null);
  }
  await removeGuardian(guardian, await leftFor(guardian));
  await withinTime(tellEndings(), PATIENCE_MS, undefined);
  return !(await readEndings()).includes(guardian.owner);
}
