/** A phone with a session, on the real database, with a server in memory and clocks that a test moves. */
import { vi } from "vitest";
import { isConfirmed } from "#features/pulse-check/machine-state.ts";
import type { SessionDevices } from "#features/pulse-check/session-devices.ts";
import { sessionText } from "#features/pulse-check/session-message.ts";
import { createSessions, type Sessions } from "#features/pulse-check/sessions.ts";
import { observable } from "#platform/observable.ts";
import { sessionRecord } from "#store/emergency/session.ts";
import { fakeClock, settle } from "./fake-clock.ts";
import { fakeTimers, openedOf } from "./fake-timers.ts";
import { makeLink, storeGuardians } from "./link-pair.ts";

/** Where the phone is. */
export const place = { latitude: -33.8688, longitude: 151.2093, accuracy: 12, ageMs: 0 };

/** So many minutes in milliseconds. */
export const minutes = (count: number): number => count * 60_000;

/** Makes the phone of somebody with these guardians, and opens the app. */
export async function sessionPhone(names: readonly string[]) {
  const clock = fakeClock();
  let slept = 0;
  /** When the running clock began: browsers begin it at their own start, by the wall clock. */
  let began = clock.wallTime();
  const connection = observable(0);
  const shown = observable(0);
  const pairs = await Promise.all(names.map((name) => makeLink(name)));
  await storeGuardians(pairs);
  await sessionRecord.change(() => ({ keep: null, answer: undefined }));
  /** The server's clock differs from the phone's, and goes on while the phone sleeps. */
  const serverNow = () => clock.runningTime() + slept + 5_000_000;
  const server = fakeTimers(pairs, serverNow);
  vi.stubGlobal("fetch", server.fetch);
  const now = () => ({ wall: clock.wallTime(), running: began + clock.runningTime() });
  let ids = 0;
  let stop: () => void = () => undefined;
  const devices: SessionDevices = {
    now,
    every: clock.every,
    onConnection: connection.subscribe,
    onShown: shown.subscribe,
    newId: () => {
      ids += 1;
      return `s${ids}`;
    },
    place: () => place,
    follow: () => () => undefined,
  };
  const make = (): Sessions => {
    const made = createSessions(devices);
    stop = made.start();
    return made;
  };
  const stopOthers: (() => void)[] = [];
  let sessions = make();
  const session = () => sessions.state.get();
  const line = (index = 0) => {
    const found = server.lines[index];
    if (found === undefined) throw new Error("No link");
    return found;
  };
  return {
    clock,
    server,
    serverNow,
    session,
    line,
    sessions: () => sessions,
    close: () => {
      stop();
      for (const stopOther of stopOthers) stopOther();
    },
    /** Another tab, or a page that was loaded again: it knows only what is on the disk. */
    otherTab: async (): Promise<Sessions> => {
      vi.resetModules();
      const other = await import("#features/pulse-check/sessions.ts");
      const made = other.createSessions(devices);
      stopOthers.push(made.start());
      return made;
    },
    /** The page is left, and another one is opened: of a new browser where this one was killed. */
    reopen: (isKilled = false) => {
      stop();
      if (isKilled) began = clock.wallTime() - clock.runningTime();
      sessions = make();
    },
    /** The phone sleeps, and its running clock stands still. */
    sleep: (ms: number) => {
      clock.sleep(ms);
      slept += ms;
    },
    /** Lets time pass; the database needs more turns than a promise. */
    pass: async (ms: number) => {
      await clock.advance(ms);
      for (let turn = 0; turn < 60; turn += 1) await settle();
    },
    reconnect: () => {
      server.setNetwork("up");
      connection.set(connection.get() + 1);
    },
    /** The person looks at the page again. */
    show: () => {
      shown.set(shown.get() + 1);
    },
    isArmed: () => {
      const current = session();
      return current?.timers.every((timer) => isConfirmed(current, timer)) ?? false;
    },
    text: () => {
      const current = session();
      return current == null ? "" : sessionText(current, now());
    },
    /** The kinds of what a guardian got. */
    sentKinds: async (index = 0) => {
      server.tick();
      const of = line(index);
      return Promise.all(of.sent.map(async (item) => (await openedOf(of, item))?.kind));
    },
  };
}

/** A phone with a session. */
export type SessionPhone = Awaited<ReturnType<typeof sessionPhone>>;
