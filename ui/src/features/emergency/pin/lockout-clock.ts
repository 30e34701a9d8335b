/** Lets lockouts run out while the app is open and on the screen, whatever the wall clock says. */
import { runningTime } from "#platform/clock.ts";
import { whileHolding } from "#platform/tabs.ts";
import { isVisible } from "#platform/visibility.ts";
import {
  type Counter,
  changeLockout,
  type Lockouts,
  NO_LOCKOUTS,
  readLockouts,
} from "#store/lockouts.ts";
import { elapsed, isLockedOut } from "./lockout.ts";

const TICK_MS = 1_000;
/** A tick that comes later than this was not time in which somebody looked at the app. */
const LONGEST_TICK_MS = 2_000;
const COUNTERS: readonly Counter[] = ["emergency", "securityCode"];

let known = NO_LOCKOUTS;
const listeners = new Set<() => void>();

/** The counters as last read. */
export function knownLockouts(): Lockouts {
  return known;
}

/** What the record under `emergencyState` says of wrong codes, at the wall clock's `now`. */
export function mirroredLockout(now: number) {
  const { failedAttempts, remainingMs } = known.emergency;
  return { failedAttempts, lockoutUntil: remainingMs > 0 ? now + remainingMs : null };
}

/** Calls back at every change; returns how to stop. */
export function onLockouts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads the counters anew and tells everybody who watches them. */
export async function refreshLockouts(): Promise<void> {
  const read = await readLockouts();
  if (JSON.stringify(read) !== JSON.stringify(known)) {
    known = read;
    for (const listener of listeners) {
      listener();
    }
  }
}

async function tick(elapsedMs: number) {
  for (const counter of COUNTERS.filter((one) => isLockedOut(known[one]))) {
    await changeLockout(counter, (row) => elapsed(row, elapsedMs));
  }
  await refreshLockouts();
}

/** Starts the clock; of several tabs one counts and all look. Returns how to stop. */
export function startLockoutClock(): () => void {
  const over = new AbortController();
  const look = setInterval(() => void refreshLockouts(), TICK_MS);
  void refreshLockouts();
  const count = () =>
    new Promise<void>((resolve) => {
      let last = runningTime();
      const timer = setInterval(() => {
        const now = runningTime();
        const elapsedMs = now - last;
        last = now;
        if (isVisible() && elapsedMs <= LONGEST_TICK_MS) {
          void tick(elapsedMs);
        }
      }, TICK_MS);
      over.signal.addEventListener("abort", () => {
        clearInterval(timer);
        resolve();
      });
    });
  whileHolding("lockout-clock", count, over.signal).catch(() => undefined);
  return () => {
    clearInterval(look);
    over.abort();
  };
}
