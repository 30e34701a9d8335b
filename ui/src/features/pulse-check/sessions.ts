/** The session of this device: what the person does to it, and what the server is told until it knows. */
import { armTimer, stopTimer } from "#api/watch-timers.ts";
import { hasEnded, readWatch } from "#api/watches.ts";
import { sessionLimits } from "#content/limits.ts";
import { withDeadline } from "#platform/clock.ts";
import { type Observable, observable } from "#platform/observable.ts";
import { whileHolding } from "#platform/tabs.ts";
import { type DownItem, sealDown } from "#seal/items.ts";
import { randomToken } from "#seal/keys.ts";
import { guardianOutbox } from "#store/guardian-outbox.ts";
import { guardians, type LinkedGuardian, takeSeq } from "#store/guardians.ts";
import { sessionRecord } from "#store/session.ts";
import { sendOutbox } from "#sync/guardian-outbox.ts";
import { withItem } from "#sync/outbox-rules.ts";
import {
  begun,
  next,
  type Session,
  type SessionEvent,
  type Timer,
  type Wanted,
  wantedFor,
  wasAlerted,
} from "./machine.ts";
import { pageSessionDevices, type SessionDevices } from "./session-devices.ts";

/** What a page does with it. */
export interface Sessions {
  /** The session; undefined until it was read, null when there is none. */
  readonly state: Observable<Session | null | undefined>;
  /** Begins to follow it; returns how to stop. */
  readonly start: () => () => void;
  /** Begins a session of so many minutes with all guardians. */
  readonly begin: (minutes: number) => Promise<void>;
  readonly extend: () => Promise<void>;
  readonly end: (code: "own" | "public") => Promise<void>;
}

const ofRunning = (timers: readonly Timer[], id: string) =>
  timers.find(({ guardian }) => guardian === id);

/** Puts an event into the stored session, whatever tab it is from. */
async function report(event: SessionEvent): Promise<Session | null> {
  return sessionRecord.change((before) => {
    const keep = before === null ? null : next(before, event);
    return { keep: keep === null ? null : { ...keep, timers: [...keep.timers] }, answer: keep };
  });
}

/** The guardian of a timer, or null when the link is gone. */
async function guardianOf({ guardian }: Timer): Promise<LinkedGuardian | null> {
  const found = (await guardians.read()).find(({ id }) => id === guardian);
  return found?.state === "linked" ? found : null;
}

/** What the server is given to send. */
function itemFor(session: Session, type: Arming["type"], devices: SessionDevices): DownItem {
  const told = { emergency: session.id, at: devices.now(), isDrill: false };
  if (type === "outrun") return { kind: "ended", ...told };
  const base = { ...told, place: devices.place() };
  return type === "arm"
    ? { kind: "overdue", ...base, dueAt: session.dueAt }
    : { kind: "opened-with-public-code", ...base };
}

/** How a timer is armed: to alert, to alert now, or in the place of an older request that may still arrive. */
type Arming =
  | Extract<Wanted, { type: "arm" | "alert" }>
  | { readonly type: "outrun"; readonly inSeconds: number; readonly graceSeconds: number };

/** Arms a guardian's timer, or sets it due now. */
async function arm(devices: SessionDevices, timer: Timer, wanted: Arming): Promise<void> {
  const link = await guardianOf(timer);
  const seq = link === null ? null : await takeSeq(link.id);
  const session = await report({ type: "tried", guardian: timer.guardian });
  if (session === null) return;
  const { phase, change } = session;
  const gone = { type: "settled", guardian: timer.guardian, phase } as const;
  const generation = ofRunning(session.timers, timer.guardian)?.generation;
  if (link === null || seq === null || generation === undefined) return void (await report(gone));
  const bytes = await sealDown(link.down, seq, itemFor(session, wanted.type, devices));
  const time = wanted.type === "alert" ? { inSeconds: 0, graceSeconds: 0 } : wanted;
  const { inSeconds, graceSeconds } = time;
  const request = { inSeconds, graceSeconds, generation, seq, bytes, stop: timer.stop };
  try {
    const inMs = await withDeadline(sessionLimits.patienceMs, (signal) =>
      armTimer(link.owner, request, signal),
    );
    const at = devices.now();
    await report({ type: "armed", guardian: timer.guardian, change, alertAt: at + inMs, at });
    if (wanted.type === "alert") await report(gone);
  } catch (error) {
    if (!hasEnded(error)) throw error;
    await report(gone);
  }
}

/** Tells a guardian who was alerted that the session has ended after all. */
async function tellEnd(devices: SessionDevices, session: Session, timer: Timer): Promise<void> {
  const link = await guardianOf(timer);
  if (link === null || !wasAlerted(session, timer, devices.now())) return;
  const item = { kind: "ended", emergency: session.id, at: devices.now(), isDrill: false } as const;
  await guardianOutbox.change((rows) => ({
    keep: withItem(rows, item, { guardians: [link], idFor: devices.newId }),
    answer: undefined,
  }));
  void sendOutbox().catch(() => undefined);
}

/** Stops a timer at the server; resolves to whether the server had it. */
async function stopAtServer({ stop: token }: Timer): Promise<boolean> {
  try {
    await withDeadline(sessionLimits.patienceMs, (signal) => stopTimer(token, signal));
    return true;
  } catch (error) {
    if (!hasEnded(error)) throw error;
    return false;
  }
}

/**
 * Stops a guardian's timer. Where the server does not know it, a request to arm it that this device gave up may still
 * arrive. The server refuses that once a newer request came and was stopped; should this device stop in between, the
 * guardian gets an end and no alert.
 */
async function stop(devices: SessionDevices, session: Session, timer: Timer): Promise<void> {
  if (!(await stopAtServer(timer))) {
    const inSeconds = sessionLimits.outrunSeconds;
    await arm(devices, timer, { type: "outrun", inSeconds, graceSeconds: 0 });
    await stopAtServer(timer);
  }
  await tellEnd(devices, session, timer);
  await report({ type: "settled", guardian: timer.guardian, phase: "ended" });
}

/** Does what a timer needs now. */
async function serve(devices: SessionDevices, session: Session, timer: Timer): Promise<void> {
  const wanted = wantedFor(session, timer, devices.now());
  if (wanted.type === "stop") await stop(devices, session, timer);
  else if (wanted.type !== "nothing") await arm(devices, timer, wanted);
}

/** Asks the server when it alerts, once after the page's start: this device's clock may have been changed meanwhile. */
async function find(devices: SessionDevices, timer: Timer): Promise<void> {
  const link = await guardianOf(timer);
  if (link === null) return;
  const { after, owner } = link;
  const reading = await withDeadline(sessionLimits.patienceMs, (signal) =>
    readWatch(owner, { after, signal }),
  );
  const known = reading.link.owned?.timer;
  if (known == null || known.generation !== timer.generation) return;
  const alertAt = devices.now() + known.dueAt * 1_000 - reading.now;
  await report({ type: "found", guardian: timer.guardian, alertAt });
}

/** Reads the session, and tells the server what it does not know yet; one run and one tab at a time. */
function keeperOf(devices: SessionDevices) {
  const state = observable<Session | null | undefined>(undefined);
  const found = new Set<string>();
  let isBusy = false;
  let isAsked = false;
  let unfollow: (() => void) | null = null;
  const load = async () => {
    const kept = await sessionRecord.read();
    if (JSON.stringify(kept) !== JSON.stringify(state.get())) state.set(kept);
    if (kept?.phase === "running") unfollow ??= devices.follow();
    else leave();
    return kept;
  };
  const leave = () => {
    unfollow?.();
    unfollow = null;
  };
  const serveOne = async ({ id, phase }: Session, timer: Timer) => {
    const key = `${id}/${timer.guardian}`;
    if (!found.has(key) && phase === "running" && timer.alertAt !== null) {
      await find(devices, timer);
    }
    found.add(key);
    const session = await sessionRecord.read();
    const current = session && ofRunning(session.timers, timer.guardian);
    if (session && current) await serve(devices, session, current);
  };
  const serveAll = async () => {
    const session = await load();
    const { timers = [] } = session ?? {};
    // What fails is tried again at the next look.
    await Promise.allSettled(timers.map((timer) => session && serveOne(session, timer)));
    await load();
  };
  const look = async () => {
    isAsked = true;
    if (isBusy) return;
    isBusy = true;
    while (isAsked) {
      isAsked = false;
      const session = await load().catch(() => null);
      if (session !== null) await whileHolding("session", serveAll).catch(() => undefined);
    }
    isBusy = false;
  };
  return {
    state,
    load,
    leave,
    look: () => void look(),
    /** The server need not be asked about a session that began here. */
    noteBegun: ({ id, timers }: Session) => {
      for (const { guardian } of timers) found.add(`${id}/${guardian}`);
    },
  };
}

/** Makes the sessions of a device; nothing happens before `start`. */
export function createSessions(devices: SessionDevices): Sessions {
  const { state, load, leave, look, noteBegun } = keeperOf(devices);
  const did = async (event: SessionEvent) => {
    await report(event);
    await load();
    look();
  };
  return {
    state,
    start: () => {
      const stops = [
        devices.every(sessionLimits.retryMs, look),
        devices.onConnection(look),
        devices.onVisibility(look),
        sessionRecord.subscribe(() => void load().catch(() => undefined)),
        leave,
      ];
      look();
      return () => {
        for (const each of stops) each();
      };
    },
    begin: async (minutes) => {
      const linked = (await guardians.read()).filter(({ state: kind }) => kind === "linked");
      const at = devices.now();
      const told = linked.map(({ id, name }) => ({ guardian: id, name, stop: randomToken() }));
      const session = begun(devices.newId(), at + minutes * 60_000, told, at);
      noteBegun(session);
      await sessionRecord.change((before) => ({
        keep: before ?? { ...session, timers: [...session.timers] },
        answer: undefined,
      }));
      await load();
      look();
    },
    extend: () => did({ type: "extended", at: devices.now() }),
    end: (code) => did({ type: "ended", code }),
  };
}

let sessions: Sessions | undefined;

/** The one session of this page; made at its first use, which is never on the server. */
export function pageSessions(): Sessions {
  sessions ??= createSessions(pageSessionDevices());
  return sessions;
}
