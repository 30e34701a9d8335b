/** What the server is asked for the timers of a session, and what becomes of the answers. */
import { ApiError } from "#api/client.ts";
import { type ArmedTimer, armTimer, stopTimer, type TimerToArm } from "#api/watch-timers.ts";
import { hasEnded, isMissing, readWatch } from "#api/watches.ts";
import { sessionLimits } from "#content/guardian-limits.ts";
import { wallTime } from "#platform/clock.ts";
import { withDeadline } from "#platform/deadline.ts";
import { type DownItem, sealDown } from "#seal/items.ts";
import { sessionRecord } from "#store/emergency/session.ts";
import {
  guardians,
  isLinked,
  type LinkedGuardian,
  noteEnded,
  noteTold,
  takeSeq,
} from "#store/guardians/guardians.ts";
import { changeOutbox, sendOutbox } from "#sync/guardian-outbox.ts";
import { withItem } from "#sync/outbox-rules.ts";
import { hadRunOut, nextAfterRequest, type SessionEvent, type Wanted } from "./machine.ts";
import { mayAlert, type Session, type Timer } from "./machine-state.ts";
import type { SessionDevices } from "./session-devices.ts";

/** The timer of a guardian. */
export const timerOf = ({ timers }: Session, id: string): Timer | undefined =>
  timers.find(({ guardian }) => guardian === id);

/** Changes the stored session, whatever tab it is from; resolves to the new one. */
async function change(by: (session: Session) => Session | null): Promise<Session | null> {
  return sessionRecord.change((before) => {
    const keep = before === null ? null : by(before);
    const stored = keep && { ...keep, changes: [...keep.changes], timers: [...keep.timers] };
    return { keep: stored, answer: keep };
  });
}

/**
 * Puts what the person did to the session `id` into it. What the disk does not take is done again later, when another tab may
 * have begun the next session.
 */
export async function did(id: string, event: SessionEvent): Promise<void> {
  await change((session) => nextAfterRequest(session, id, event));
}

/** Puts what became of a request for a session into it; resolves to null where that session is no more. */
async function report({ id }: Session, event: SessionEvent): Promise<Session | null> {
  const session = await change((before) => nextAfterRequest(before, id, event));
  return session?.id === id ? session : null;
}

/** The guardian of a timer, or null when the link is gone. */
async function guardianOf({ guardian }: Timer): Promise<LinkedGuardian | null> {
  const found = (await guardians.read()).find(({ id }) => id === guardian);
  return found !== undefined && isLinked(found) ? found : null;
}

/** How a timer is armed: as the session wants it, or in the place of an older request that may still arrive. */
type Arming = Extract<Wanted, { type: "arm" | "renew" | "alert" }> | { readonly type: "outrun" };

/** What the server is given to send. */
function itemFor(session: Session, type: Arming["type"], devices: SessionDevices): DownItem {
  const told = { emergency: session.id, at: devices.now().wall, isDrill: false };
  if (type === "outrun") return { kind: "ended", ...told };
  const base = { ...told, place: devices.place() };
  return type === "alert"
    ? { kind: "opened-with-public-code", ...base }
    : { kind: "overdue", ...base, dueAt: session.dueAt ?? told.at };
}

function dueFor(wanted: Arming): TimerToArm["due"] {
  switch (wanted.type) {
    case "arm":
      return { at: wanted.alertAt };
    case "renew":
      return null;
    case "alert":
      return { inSeconds: 0 };
    case "outrun":
      return { inSeconds: sessionLimits.outrunSeconds };
  }
}

/** Sends a guardian something about a session, once, whatever became of its timer. */
async function send({ id }: Session, link: LinkedGuardian, item: DownItem): Promise<void> {
  const idFor = (guardian: string) => `${item.kind} ${id} ${guardian}`;
  await changeOutbox((rows) => withItem(rows, item, { guardians: [link], idFor }));
  void sendOutbox().catch(() => undefined);
}

/**
 * The public code seemed to end a session, and the next one takes its timers: what guardians were not told of that yet goes into
 * their queues.
 */
export async function handOver(devices: SessionDevices): Promise<void> {
  const session = await sessionRecord.read();
  if (session?.phase !== "surrendered") return;
  for (const timer of session.timers.filter(({ isSettled }) => !isSettled)) {
    const link = await guardianOf(timer);
    if (link !== null) await send(session, link, itemFor(session, "alert", devices));
  }
}

/** Notes what the server has sent a guardian by itself; `seq` is given where only one number may be the item's. */
const note = (guardian: string, item: DownItem, seq = -1) =>
  noteTold({ guardian, seq, at: item.at, item });

/** Notes that the server has alerted a guardian, where it says so: at a time of its own clock. */
async function noteFired(session: Session | null, guardian: string, devices: SessionDevices) {
  const held = session && timerOf(session, guardian)?.held;
  if (!session || !held?.hasFired) return;
  await note(guardian, { ...itemFor(session, "renew", devices), at: held.alertAt });
}

/** The public code was typed: what the timer did not send, because it had run out before, is sent besides. */
async function alerted(
  devices: SessionDevices,
  {
    session,
    link,
    timer,
    answer,
    seq,
  }: { session: Session; link: LinkedGuardian; timer: Timer; answer: ArmedTimer; seq: number },
): Promise<void> {
  const known = { ...answer, generation: timer.generation };
  const item = itemFor(session, "alert", devices);
  if (hadRunOut(session, timer, known)) {
    const at = answer.alertAt;
    await note(timer.guardian, { ...itemFor(session, "renew", devices), at });
    await send(session, link, item);
  } else await note(timer.guardian, item, answer.hasFired ? -1 : seq);
  await report(session, { type: "settled", guardian: timer.guardian, phase: "surrendered" });
}

/**
 * What was asked of a timer was not done. The public code is told by the guardian's queue then: of a link that is not there, as an
 * answer says that proves nothing, once what is armed cannot alert any more; where the server refused it, at once.
 */
async function failed(
  devices: SessionDevices,
  of: Session,
  { link, type }: { link: LinkedGuardian; type: "missing" | "refused" },
): Promise<void> {
  const session = await report(of, { type, guardian: link.id });
  const timer = session && timerOf(session, link.id);
  if (!timer || session.phase !== "surrendered") return;
  if (type === "missing" && mayAlert(session, timer, devices.now())) return;
  await send(session, link, itemFor(session, "alert", devices));
  await report(session, { type: "settled", guardian: link.id, phase: "surrendered" });
}

/** The server has proved that the link has ended. */
async function left(of: Session, guardian: string): Promise<void> {
  await noteEnded(guardian, wallTime()).catch(() => undefined);
  await report(of, { type: "left", guardian });
}

/** Arms a guardian's timer for a session. */
export async function arm(
  devices: SessionDevices,
  { of, timer, wanted }: { of: Session; timer: Timer; wanted: Arming },
): Promise<void> {
  const { guardian, stop } = timer;
  const link = await guardianOf(timer);
  const seq = link === null ? null : await takeSeq(link.id);
  if (link === null || seq === null) return void (await report(of, { type: "left", guardian }));
  const session = await report(of, { type: "tried", guardian });
  const tried = session && timerOf(session, guardian);
  // The session may have been ended meanwhile.
  if (session?.phase !== of.phase || !tried) return;
  const { generation } = tried;
  const bytes = await sealDown(link.down, seq, itemFor(session, wanted.type, devices));
  const request = { due: dueFor(wanted), generation, seq, bytes, stop };
  try {
    const answer = await withDeadline(sessionLimits.patienceMs, (signal) =>
      armTimer(link.owner, request, signal),
    );
    if (wanted.type === "outrun") return;
    const { alertAt, hasFired, hasPush, now: server } = answer;
    const known = { alertAt, hasFired, generation };
    const at = devices.now();
    const armed = await report(of, { type: "armed", guardian, timer: known, hasPush, server, at });
    if (wanted.type !== "alert") return await noteFired(armed, guardian, devices);
    await alerted(devices, { session, link, timer: tried, answer, seq });
  } catch (error) {
    if (await hasEnded(error, link.owner)) await left(of, guardian);
    else if (error instanceof ApiError && error.status === 409)
      await failed(devices, of, { link, type: "refused" });
    else {
      if (isMissing(error)) await failed(devices, of, { link, type: "missing" });
      throw error;
    }
  }
}

/** Stops a timer at the server; resolves to whether it had fired, or to null where the server does not know it. */
async function stopAtServer({ stop: token }: Timer): Promise<boolean | null> {
  try {
    return await withDeadline(sessionLimits.patienceMs, (signal) => stopTimer(token, signal));
  } catch (error) {
    if (!isMissing(error)) throw error;
    return null;
  }
}

/**
 * Stops a guardian's timer, and tells a guardian who was alerted that the session has ended after all. Where the server does
 * not know the timer, a request to arm it that this device gave up may still arrive. The server refuses that once a newer
 * request came and was stopped; should this device stop in between, the guardian gets an end and no alert.
 * Where the link itself is not found, a timer that was armed is over with its time: the guardian may have been alerted, and gets the
 * end when the link is found again.
 */
export async function stop(devices: SessionDevices, session: Session, timer: Timer): Promise<void> {
  const wasArmed = timer.isTried || timer.held !== null;
  let hadFired = wasArmed ? await stopAtServer(timer) : false;
  if (hadFired === null) {
    try {
      await arm(devices, { of: session, timer, wanted: { type: "outrun" } });
      hadFired = await stopAtServer(timer);
    } catch (error) {
      if (!isMissing(error) || mayAlert(session, timer, devices.now())) throw error;
      hadFired = true;
    }
  }
  const link = await guardianOf(timer);
  if (link !== null && (hadFired === true || timer.held?.hasFired)) {
    await send(session, link, itemFor(session, "outrun", devices));
  }
  await report(session, { type: "settled", guardian: timer.guardian, phase: "ended" });
}

/** Asks the server what it holds, and what time it is. */
export async function ask(devices: SessionDevices, session: Session, timer: Timer): Promise<void> {
  const { guardian } = timer;
  const link = await guardianOf(timer);
  if (link === null) {
    // The person ended the link; the server may not know it yet.
    await stopAtServer(timer);
    return void (await report(session, { type: "left", guardian }));
  }
  const { after, owner } = link;
  try {
    const { link: state, now: server } = await withDeadline(sessionLimits.patienceMs, (signal) =>
      readWatch(owner, { after, signal }),
    );
    if (state.state === "ended") return await left(session, guardian);
    const kept = state.owned?.timer ?? null;
    const known = kept && {
      alertAt: kept.dueAt * 1_000,
      hasFired: kept.fired,
      generation: kept.generation,
    };
    const newest = state.owned?.newestGeneration ?? null;
    const hasPush = state.owned?.push === "works";
    const at = devices.now();
    const news = { guardian, timer: known, newest, hasPush, server, at };
    await noteFired(await report(session, { type: "found", ...news }), guardian, devices);
  } catch (error) {
    if (await hasEnded(error, owner)) return await left(session, guardian);
    if (isMissing(error)) await failed(devices, session, { link, type: "missing" });
    throw error;
  }
}
