/** The clocks of a fake device, which only the test moves: nothing waits for real. */
import type { Moment } from "#content/time.ts";

declare function setImmediate(callback: () => void): void;

/** Timers and both clocks. */
export interface FakeClock {
  /** The monotonic clock, in milliseconds since the test began. */
  readonly runningTime: () => number;
  /** The wall clock, in epoch milliseconds. */
  readonly wallTime: () => number;
  /** Both clocks. */
  readonly moment: () => Moment;
  readonly after: (ms: number, listener: () => void) => () => void;
  readonly every: (ms: number, listener: () => void) => () => void;
  /** Lets time pass: every timer that comes due runs in its order, and what it set off settles before the next. */
  readonly advance: (ms: number) => Promise<void>;
  /** Lets time pass in which no timer runs, as while a page is frozen; what came due meanwhile runs late. */
  readonly freeze: (ms: number) => void;
  /** The phone sleeps: no timer runs, and the running clock stands still, as on some phones. */
  readonly sleep: (ms: number) => void;
  /** Sets the wall clock on or back, as its owner may. */
  readonly changeWallTime: (byMs: number) => void;
  /** How many timers are waiting. */
  readonly waiting: () => number;
}

/** Lets everything settle that needs no more time: promises, and work that the runtime does beside them. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** Makes a clock that begins at 10:00 UTC on 2026-11-21. */
export function fakeClock(): FakeClock {
  let running = 0;
  let wallStart = Date.UTC(2026, 10, 21, 10, 0);
  const timers = new Set<{ at: number; everyMs: number | null; listener: () => void }>();
  const start = (ms: number, everyMs: number | null, listener: () => void) => {
    const timer = { at: running + ms, everyMs, listener };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  // While a phone sleeps only the wall clock goes on: to a page both look the same.
  const setOn = (ms: number) => {
    wallStart += ms;
  };
  const nextDue = (until: number) =>
    [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
  return {
    runningTime: () => running,
    wallTime: () => wallStart + running,
    moment: () => ({ wall: wallStart + running, running }),
    after: (ms, listener) => start(ms, null, listener),
    every: (ms, listener) => start(ms, ms, listener),
    changeWallTime: setOn,
    sleep: setOn,
    waiting: () => timers.size,
    freeze: (ms) => {
      running += ms;
    },
    advance: async (ms) => {
      const until = running + ms;
      await settle();
      for (let due = nextDue(until); due !== undefined; due = nextDue(until)) {
        running = Math.max(running, due.at);
        if (due.everyMs === null) timers.delete(due);
        else due.at = running + due.everyMs;
        due.listener();
        await settle();
      }
      running = until;
    },
  };
}
