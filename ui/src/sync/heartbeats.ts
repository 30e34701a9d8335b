/**
 * Once a day, while the app is open: looks which guardians' phones are alive, and once a week sends each a quiet check, which the
 * phone shows and answers by itself.
 */
import { type Reading, readWatch } from "#api/watches.ts";
import { wallTime } from "#platform/clock.ts";
import { withDeadline } from "#platform/deadline.ts";
import { whileHolding } from "#platform/workers/tabs.ts";
import { openUp } from "#seal/items.ts";
import { openHeld } from "#seal/sound-items.ts";
import { sessionRecord } from "#store/emergency/session.ts";
import { guardianOutbox } from "#store/guardians/guardian-outbox.ts";
import {
  changeGuardian,
  type Guardian,
  guardians,
  isLinked,
  type LinkedGuardian,
  noteEnded,
} from "#store/guardians/guardians.ts";
import { noteHeld } from "#store/guardians/sound-copies.ts";
import { sendNow } from "./guardian-outbox.ts";
import { isHeartbeatDue, isLookDue, type Sign, withSigns } from "./sign-rules.ts";

/** How long a request may take, in milliseconds; the server keeps one that waits for 25 s. */
const PATIENCE_MS = 10_000;
const WAIT_MS = 30_000;

/** How often the answer to a check is waited for. What comes later is read the next day. */
const WAITS = 3;

/** Whether nothing that matters more is on its way to a guardian, or may be at any moment. */
async function isQuiet(id: string, isCalm: () => boolean): Promise<boolean> {
  const [rows, session] = [await guardianOutbox.read(), await sessionRecord.read()];
  const isWaiting = rows.some(({ guardian }) => guardian === id);
  return isCalm() && !isWaiting && session?.phase !== "running";
}

/** Waits for the answer to the check with the number `seq`. */
async function awaitAnswer(guardian: LinkedGuardian, seq: number, version: string): Promise<void> {
  let known = { after: guardian.after, version };
  for (let wait = 0; wait < WAITS; wait += 1) {
    const reading = await withDeadline(WAIT_MS, (signal) =>
      readWatch(guardian.owner, { ...known, isPatient: true, signal }),
    );
    const stored = await storeSigns({ ...guardian, after: known.after }, reading);
    if (stored?.state === "linked" && stored.arrived?.includes(seq)) return;
    known = { after: reading.after, version: reading.link.version };
  }
}

async function check(guardian: LinkedGuardian, isCalm: () => boolean): Promise<void> {
  const { id, owner, after } = guardian;
  const reading = await withDeadline(PATIENCE_MS, (signal) => readWatch(owner, { after, signal }));
  await storeSigns(guardian, reading);
  if (reading.link.state === "ended") return;
  const now = wallTime();
  const isDue = isHeartbeatDue(guardian, reading.link.owned?.push ?? "none", now);
  const isSent = isDue && (await isQuiet(id, isCalm));
  // Noted first: a check that was lost is sent in a week again, and never twice.
  await changeGuardian(id, (before) =>
    before.state === "linked"
      ? { ...before, lookedAt: now, ...(isSent && { heartbeatAt: now }) }
      : before,
  );
  if (!isSent) return;
  const seq = await sendNow(guardian, { kind: "test", at: now, of: "heartbeat" });
  await awaitAnswer({ ...guardian, after: reading.after }, seq, reading.link.version);
}

/** Looks and checks what is due, in one tab at a time; `isCalm` says whether no emergency is on. Never rejects. */
export async function checkLinks(isCalm: () => boolean): Promise<void> {
  const checkAll = async () => {
    const all = await guardians.read();
    const due = all.filter(isLinked).filter((one) => isLookDue(one, wallTime()));
    await Promise.allSettled(due.map((one) => check(one, isCalm)));
  };
  await whileHolding("heartbeats", checkAll).catch(() => undefined);
}

/**
 * Opens and stores what a guardian's phone says, and that the link has ended; what does not open was not sent by this guardian.
 * Resolves to what is stored then.
 */
export async function storeSigns(
  { id, up, after: known }: LinkedGuardian,
  { items, after, link }: Reading,
): Promise<Guardian | null> {
  if (link.state === "ended") await noteEnded(id, wallTime());
  const opened = items.map(async ({ seq, bytes, at }): Promise<Sign[]> => {
    const item = await openUp(up, seq, bytes);
    if (item !== null) return [{ item, at }];
    await noteHeld(id, await openHeld(up, seq, bytes));
    return [];
  });
  const signs = (await Promise.all(opened)).flat();
  if (after === known) return null;
  return changeGuardian(id, (before) =>
    before.state === "linked" ? withSigns(before, signs, { after, now: wallTime() }) : before,
  );
}
