/** Keeps what waits for guardians, and sends it, one tab at a time. The service worker uses it too. */
import { ApiError } from "#api/client.ts";
import { hasEnded, isMissing, isRefused, sendItem } from "#api/watches.ts";
import { alertLimits } from "#content/guardian-limits.ts";
import { elapsed, type Moment, wasSetBack } from "#content/time.ts";
import { moment, wallTime } from "#platform/clock.ts";
import { withDeadline } from "#platform/deadline.ts";
import { reportFailure } from "#platform/report.ts";
import { whileHolding } from "#platform/workers/tabs.ts";
import { type DownItem, REVEAL_SEQ, sealDown } from "#seal/items.ts";
import { guardianOutbox, type OutboxRow } from "#store/guardians/guardian-outbox.ts";
import {
  guardians,
  isLinked,
  type LinkedGuardian,
  noteAnswered,
  noteEnded,
  noteRevealed,
  noteTold,
  revealToSend,
  takeSeq,
} from "#store/guardians/guardians.ts";
import type { WhenFull } from "#store/guardians/link-record.ts";
import { leftOut, USED_MOST } from "#store/guardians/seq-rules.ts";
import { isDue, isUrgent, withFound, withMissing } from "./missing-rules.ts";

/** What became of an item, or of a guardian's whole link. */
export type SendingNews =
  /** `seq` is null where the server does not take the item as it is. It is given up, and the next one is tried. */
  | { readonly type: "answered"; readonly item: DownItem; readonly seq: number | null }
  | { readonly type: "link-ended" };

/** What sending needs besides the queue. */
interface Sending {
  readonly onNews: (guardian: LinkedGuardian, news: SendingNews) => void;
  readonly now: () => Moment;
  /** Whether an emergency is on: then what waits for a link that is not there is tried each time. */
  readonly isUrgent: boolean;
}

/** Changes what waits; resolves when that is on the disk, or in memory where the disk is full, unless that is to be rejected. */
export const changeOutbox = (
  change: (rows: readonly OutboxRow[]) => readonly OutboxRow[],
  whenFull?: WhenFull,
): Promise<void> =>
  guardianOutbox.change((rows) => ({ keep: change(rows), answer: undefined }), whenFull);

/** Changes a row; resolves to what is stored then, or to null when it is there no more. */
const changeRow = (id: string, change: (row: OutboxRow) => OutboxRow) =>
  guardianOutbox.change((rows) => {
    const keep = rows.map((row) => (row.id === id ? change(row) : row));
    return { keep, answer: keep.find((row) => row.id === id) ?? null };
  });

/** When a row was made; an earlier release noted it on the wall clock alone. */
const madeOf = ({ item, madeAt }: OutboxRow): Moment => madeAt ?? { wall: item.at, running: null };

/** Whether what was sealed for a row still says how old its place is. */
function isAgeTrue(row: OutboxRow, now: Moment): boolean {
  if (row.item.kind !== "place") return true;
  const from = madeOf(row);
  return !wasSetBack(from, now) && elapsed(from, now) < alertLimits.sealedAnewMs;
}

/**
 * What is sent of a row at `now`: a place grew older while it waited. Its item is written anew, because a guardian's page,
 * which does not know this phone's clock, counts from when an item was written.
 */
export function itemAt(row: OutboxRow, now: Moment): DownItem {
  const { item } = row;
  if (item.kind !== "place") return item;
  const from = madeOf(row);
  const { ageMs } = item.place;
  const isUnknown = ageMs === null || wasSetBack(from, now);
  const place = { ...item.place, ageMs: isUnknown ? null : ageMs + elapsed(from, now) };
  return { ...item, at: now.wall, place };
}

/**
 * The number and the bytes of a row, which are on the disk before they are sent; null when another tab has sent it. Where two
 * tabs seal it at once, both send what the first has stored, which the server then takes as the same. A place that was tried
 * long ago is sealed again, because it is older now. If the server has it already, it gets another number, and is there twice.
 */
export async function sealed(
  row: OutboxRow,
  { id, down }: LinkedGuardian,
  now: () => Moment = moment,
): Promise<OutboxRow["sealed"]> {
  const tried = row.sealed;
  if (tried !== null && isAgeTrue(row, now())) return tried;
  const seq = tried?.seq ?? (await takeSeq(id, leftOut(row.used ?? 0)));
  if (seq === null) throw new Error("Not linked");
  const made = { seq, bytes: await sealDown(down, seq, itemAt(row, now())) };
  if (tried !== null) return made;
  const stored = await changeRow(row.id, (before) => ({
    ...before,
    sealed: before.sealed ?? made,
  }));
  return stored?.sealed ?? null;
}

/** Forgets the number of a row that another item has, unless another tab has given it a new one. */
const renumber = (id: string, seq: number) =>
  changeRow(id, (before) =>
    before.sealed?.seq === seq ? { ...before, sealed: null, used: (before.used ?? 0) + 1 } : before,
  );

/** What a refusal says: `gone` is a link that has ended for sure, `missing` perhaps one, `used` a number that another item has. */
async function refusalOf(
  error: unknown,
  owner: string,
): Promise<"gone" | "missing" | "used" | "refused" | "later"> {
  if (!(error instanceof ApiError)) return "later";
  if (isMissing(error)) {
    const isGone = await withDeadline(alertLimits.patienceMs, (signal) =>
      hasEnded(error, owner, signal),
    );
    return isGone ? "gone" : "missing";
  }
  if (error.status === 409) return "used";
  return isRefused(error) ? "refused" : "later";
}

/** Takes a row out of the queue that the server has answered about: with `seq` it has the item, with null it refused it. */
async function finish(
  { id, item }: OutboxRow,
  guardian: LinkedGuardian,
  { seq, onNews }: { readonly seq: number | null; readonly onNews: Sending["onNews"] },
): Promise<void> {
  const at = wallTime();
  // First: what the server has is never said to be still on its way.
  if (seq !== null) await noteTold({ guardian: guardian.id, seq, at, item });
  await changeOutbox((rows) => {
    const left = rows.filter((row) => row.id !== id);
    // Where it has the item the link is there, and what waits behind it goes now.
    return seq === null ? left : withFound(left, guardian.id);
  });
  onNews(guardian, { type: "answered", item, seq });
  const alarmOf = item.kind === "alarm" ? item.emergency : null;
  // Pages read it where the service worker has sent the alarm. A full disk does not take it, and need not.
  const answered = { alarmOf, alarmAt: item.at, seq, at };
  await noteAnswered(guardian.id, answered).catch(() => undefined);
}

/** Notes that a link is not there, as an answer says that proves nothing; false when it is to be tried again soon. */
async function miss(row: OutboxRow, { id }: LinkedGuardian, sending: Sending): Promise<boolean> {
  const since = { alarmOf: null, seq: null, at: wallTime() };
  await noteAnswered(id, since).catch(() => undefined);
  const { wall } = sending.now();
  await changeOutbox((rows) => withMissing(rows, id, wall));
  // After some time the browser is not asked to try again soon.
  const isLong = wall - (row.missing?.since ?? wall) > alertLimits.missingMs;
  return isLong && !sending.isUrgent && !isUrgent(row, wall);
}

/** Sends one row; false when it has to wait. */
async function sendRow(
  row: OutboxRow,
  guardian: LinkedGuardian,
  sending: Sending,
): Promise<boolean> {
  const { onNews, now } = sending;
  const made = await sealed(row, guardian, now);
  if (made === null) return true;
  const { seq, bytes } = made;
  try {
    await withDeadline(alertLimits.patienceMs, (signal) =>
      sendItem(guardian.owner, { seq, bytes, wake: row.wakes }, signal),
    );
  } catch (error) {
    const refusal = await refusalOf(error, guardian.owner);
    if (refusal === "used") {
      const left = await renumber(row.id, seq);
      // After a restore the server may say the same of a link that nobody has opened yet.
      return (left?.used ?? 0) > USED_MOST ? miss(row, guardian, sending) : true;
    }
    if (refusal === "missing") return miss(row, guardian, sending);
    if (refusal !== "refused" && refusal !== "gone") return false;
    if (refusal === "refused") {
      reportFailure(`The server refused "${row.item.kind}" for a guardian`, error);
      await finish(row, guardian, { seq: null, onNews });
    } else {
      await noteEnded(guardian.id, wallTime()).catch(() => undefined);
      await dropAll(guardian.id);
      onNews(guardian, { type: "link-ended" });
    }
    return true;
  }
  await finish(row, guardian, { seq, onNews });
  return true;
}

const dropAll = (guardian: string) =>
  changeOutbox((rows) => rows.filter((row) => row.guardian !== guardian));

/**
 * Sends everything that waits for one guardian; false when some of it has to wait. What waits for a link that is not there is left
 * for later, as if there were nothing.
 */
async function sendTo(guardian: LinkedGuardian, sending: Sending): Promise<boolean> {
  for (;;) {
    const rows = (await guardianOutbox.read()).filter((row) => row.guardian === guardian.id);
    const [row] = rows;
    if (row === undefined) return reveal(guardian);
    if (!sending.isUrgent && !isDue(rows, sending.now().wall)) return true;
    if (!(await sendRow(row, guardian, sending))) return false;
  }
}

/**
 * Tells a new guardian's browser the number from which the digits follow; false when that has to wait. Its place is kept for
 * it, so that it is stored once however often it is sent.
 */
async function reveal(guardian: LinkedGuardian): Promise<boolean> {
  const { id, owner } = guardian;
  const bytes = revealToSend(guardian, wallTime());
  if (bytes === null) return true;
  const item = { seq: REVEAL_SEQ, bytes, wake: false };
  try {
    await withDeadline(alertLimits.patienceMs, (signal) => sendItem(owner, item, signal));
  } catch (error) {
    const refusal = await refusalOf(error, owner);
    // Where the link is not there, it is sent at the next occasion.
    if (refusal !== "used") return refusal !== "later";
  }
  // Where that cannot be noted, it is sent again.
  await noteRevealed(id, wallTime()).catch(() => undefined);
  return true;
}

/** Sends what waits, to each guardian for itself; resolves to whether nothing is left to be sent soon. */
export async function sendOutbox({
  onNews = () => undefined,
  now = moment,
  isUrgent = false,
}: Partial<Sending> = {}): Promise<boolean> {
  const sending = { onNews, now, isUrgent };
  let isEmpty = false;
  await whileHolding("guardian-outbox", async () => {
    const all = await guardians.read();
    const linked = all.filter(isLinked);
    const known = new Set(linked.map(({ id }) => id));
    const rows = await guardianOutbox.read();
    const orphans = new Set(rows.map((row) => row.guardian).filter((id) => !known.has(id)));
    // A guardian who cannot be read is one: what waits for them is kept.
    const isSure = (await guardians.unreadable.read()) === 0;
    for (const id of orphans) if (isSure) await dropAll(id);
    const done = await Promise.all(linked.map((one) => sendTo(one, sending)));
    isEmpty = done.every(Boolean);
  });
  return isEmpty;
}

/** Seals an item and sends it at once, past the queue: it is of no use later. Resolves to its number. */
export async function sendNow(
  { id, owner, down }: LinkedGuardian,
  item: DownItem,
): Promise<number> {
  const seq = await takeSeq(id);
  if (seq === null) throw new Error("The guardian is not linked.");
  // The end of a link is told by the server, too.
  const isRoutine = item.kind === "unlinked" || (item.kind === "test" && item.of === "heartbeat");
  await sendItem(owner, { seq, bytes: await sealDown(down, seq, item), wake: true, isRoutine });
  const told = { guardian: id, seq, at: wallTime(), item };
  // With the link everything that was noted of it goes.
  if (item.kind !== "unlinked") await noteTold(told);
  return seq;
}
