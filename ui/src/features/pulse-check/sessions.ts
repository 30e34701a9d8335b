/** The session of this device: what the person does to it, and what the server is told until it knows. */

import { useEffect } from "react";
import { sessionLimits } from "#content/guardian-limits.ts";
import { type Observable, observable } from "#platform/observable.ts";
import { whileHolding } from "#platform/workers/tabs.ts";
import { randomToken } from "#seal/keys.ts";
import { sessionRecord } from "#store/emergency/session.ts";
import { guardians, isLinked } from "#store/guardians/guardians.ts";
import { begun, type SessionEvent, wantedFor } from "./machine.ts";
import type { Session, Timer } from "./machine-state.ts";
import { pageSessionDevices, type SessionDevices } from "./session-devices.ts";
import { arm, ask, did, handOver, stop, timerOf } from "./timer-requests.ts";

/** What a page does with it. */
export interface Sessions {
  /** The session; undefined until it was read, null when there is none. */
  readonly state: Observable<Session | null | undefined>;
  /** Begins to follow it; returns how to stop. */
  readonly start: () => () => void;
  /** Begins a session of so many minutes with all guardians, unless one goes on, or its end is not told yet. */
  readonly begin: (minutes: number) => Promise<void>;
  readonly extend: () => Promise<void>;
  readonly end: (code: "own" | "public") => Promise<void>;
  /** The person has read who is not alerted. */
  readonly acknowledge: () => Promise<void>;
}

/** Does what a timer needs now; `asked` has the guardians about whom the server was asked since the page was last shown. */
async function serve(devices: SessionDevices, guardian: string, asked: Set<string>): Promise<void> {
  const session = await sessionRecord.read();
  const timer = session && timerOf(session, guardian);
  if (!session || !timer) return;
  const isAsked = asked.has(guardian);
  const wanted = wantedFor(session, timer, { at: devices.now(), isAsked });
  if (wanted.type === "nothing") return;
  if (wanted.type === "stop") return stop(devices, session, timer);
  if (wanted.type !== "ask") return arm(devices, { of: session, timer, wanted });
  await ask(devices, session, timer);
  asked.add(guardian);
}

/** Has something run for as long as it is wanted, which the result is told. */
function whileWanted(begin: () => () => void): (isWanted: boolean) => void {
  let end: (() => void) | null = null;
  return (isWanted) => {
    if (isWanted) end ??= begin();
    else {
      end?.();
      end = null;
    }
  };
}

/** Reads the session, and tells the server what it does not know yet; one run and one tab at a time. */
function keeperOf(devices: SessionDevices) {
  const state = observable<Session | null | undefined>(undefined);
  let asked = new Set<string>();
  let isBusy = false;
  let isAsked = false;
  let isOpen = false;
  const tryAgain = whileWanted(() => devices.every(sessionLimits.retryMs, () => void look()));
  const follow = whileWanted(devices.follow);
  const attend = (session: Session | null) => {
    tryAgain(isOpen && session !== null);
    follow(isOpen && session?.phase === "running");
  };
  const load = async () => {
    try {
      const kept = await sessionRecord.read();
      if (JSON.stringify(kept) !== JSON.stringify(state.get())) state.set(kept);
      attend(kept);
      return kept;
    } catch (error) {
      // There may be one.
      tryAgain(isOpen);
      throw error;
    }
  };
  const serveOne = async ({ guardian }: Timer) => {
    const mine = asked;
    // What the server answers says what it is asked next.
    await serve(devices, guardian, mine);
    await serve(devices, guardian, mine);
  };
  const serveAll = async () => {
    const { timers = [] } = (await load()) ?? {};
    // What fails is tried again at the next look.
    await Promise.allSettled(timers.map(serveOne));
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
    open: () => {
      isOpen = true;
      void look();
    },
    close: () => {
      isOpen = false;
      attend(null);
    },
    look: () => void look(),
    /** The page is shown: much may have happened meanwhile. */
    lookAnew: () => {
      asked = new Set();
      void look();
    },
  };
}

/** Makes the sessions of a device; nothing happens before `start`. */
export function createSessions(devices: SessionDevices): Sessions {
  const { state, load, open, close, look, lookAnew } = keeperOf(devices);
  const act = async (event: SessionEvent) => {
    // While the database cannot be read, it is the session that the page shows.
    const session = await load().catch(() => state.get());
    if (session) await did(session.id, event);
    await load();
    look();
  };
  return {
    state,
    start: () => {
      const stops = [
        devices.onConnection(look),
        devices.onShown(lookAnew),
        sessionRecord.subscribe(() => void load().catch(() => undefined)),
        close,
      ];
      open();
      return () => {
        for (const each of stops) each();
      };
    },
    begin: async (minutes) => {
      const linked = (await guardians.read()).filter(isLinked);
      const told = linked.map(({ id, name }) => ({ guardian: id, name, stop: randomToken() }));
      if (told.length === 0) return;
      const session = begun(devices.newId(), minutes * 60_000, told, devices.now());
      await handOver(devices);
      // Rejected where no disk has it: such a session could not be ended once this page is closed.
      await sessionRecord.change((before) => {
        const isOver = before === null || before.phase === "surrendered";
        const keep = { ...session, changes: [...session.changes], timers: [...session.timers] };
        return { keep: isOver ? keep : before, answer: undefined };
      }, "reject");
      await load();
      look();
    },
    extend: () => act({ type: "extended", at: devices.now() }),
    end: (code) => act({ type: "ended", code }),
    acknowledge: () => act({ type: "acknowledged" }),
  };
}

let sessions: Sessions | undefined;

/** The one session of this page; made at its first use, which is never on the server. */
export function pageSessions(): Sessions {
  sessions ??= createSessions(pageSessionDevices());
  return sessions;
}

/** Keeps the server informed of a session, beside every app page; renders nothing. */
export function SessionKeeper() {
  useEffect(() => pageSessions().start(), []);
  return null;
}
