/** Wrong codes: they are counted, and too many close a screen for a time in which the app must stay open. */
import { lockouts } from "#content/limits.ts";
import { type Observable, observable } from "#platform/observable.ts";
import { type Counter, type Lockouts, NO_LOCKOUTS } from "#store/emergency/lockouts.ts";
import type { Devices } from "../devices/devices.ts";

/** A screen that asks for a code. */
export type LockedScreen = keyof typeof lockouts | "overlay";

/** The counters of a screen: every screen counts on the first, so that changing the screen gives no new tries. */
function countersOf(screen: LockedScreen): readonly Counter[] {
  return screen === "securityCode" ? ["emergency", "securityCode"] : ["emergency"];
}

const limitsOf: Readonly<Record<Counter, LockoutLimits>> = {
  emergency: lockouts.lockScreen,
  securityCode: lockouts.securityCode,
};

/** How many tries failed in a row, and how long the app must still stay open. */
export interface Lockout {
  readonly failedAttempts: number;
  readonly remainingMs: number;
}

/** How many tries a screen allows, and for how long it then closes. */
interface LockoutLimits {
  readonly attempts: number;
  readonly lockoutMs: number;
}

/** No failed try. */
export const NO_LOCKOUT: Lockout = { failedAttempts: 0, remainingMs: 0 };

/** Whether codes are refused now. */
export function isLockedOut(lockout: Lockout): boolean {
  return lockout.remainingMs > 0;
}

/** What closes a screen, and for how long: of its counters the one that takes longest. */
export function lockoutOf(screen: LockedScreen, all: Lockouts): Lockout {
  const [first, ...others] = countersOf(screen).map((counter) => all[counter]);
  return others.reduce(
    (longest, row) => (row.remainingMs > longest.remainingMs ? row : longest),
    first ?? NO_LOCKOUT,
  );
}

/** Tries left before the screen closes. */
export function attemptsLeft(screen: LockedScreen, all: Lockouts): number {
  const left = countersOf(screen).map(
    (counter) => limitsOf[counter].attempts - all[counter].failedAttempts,
  );
  return Math.max(0, Math.min(...left));
}

/** Counts a try on one counter. The last allowed try closes it at once. */
function countedRow(lockout: Lockout, limits: LockoutLimits): Lockout {
  if (isLockedOut(lockout)) {
    return lockout;
  }
  const failedAttempts = lockout.failedAttempts + 1;
  const isLast = failedAttempts >= limits.attempts;
  return { failedAttempts, remainingMs: isLast ? limits.lockoutMs : 0 };
}

/**
 * Counts a try on a screen, unless it is closed. It is counted before the code is looked at, so that killing the app
 * after each try gives no new tries; a right code opens every screen again.
 */
export function counted(screen: LockedScreen, all: Lockouts): Lockouts {
  if (isLockedOut(lockoutOf(screen, all))) return all;
  const rows = countersOf(screen).map(
    (counter) => [counter, countedRow(all[counter], limitsOf[counter])] as const,
  );
  return { ...all, ...Object.fromEntries(rows) };
}

/** The app was open for `elapsedMs`. When the time is up the screen opens with all its tries. */
export function elapsed(lockout: Lockout, elapsedMs: number): Lockout {
  if (!isLockedOut(lockout) || elapsedMs <= 0) {
    return lockout;
  }
  const remainingMs = lockout.remainingMs - elapsedMs;
  return remainingMs > 0 ? { ...lockout, remainingMs } : NO_LOCKOUT;
}

/** Minutes left, rounded up, as the emergency lock screen shows them. */
export function minutesLeft(lockout: Lockout): number {
  return Math.ceil(lockout.remainingMs / 60_000);
}

/** The time left as mm:ss, as the overlay shows it. */
export function countdownText(lockout: Lockout): string {
  const seconds = Math.ceil(lockout.remainingMs / 1_000);
  const digits = (value: number) => String(value).padStart(2, "0");
  return `${digits(Math.floor(seconds / 60))}:${digits(seconds % 60)}`;
}

/** What the record under `emergencyState` says of wrong PINs, at the wall clock's `now`. */
export function mirroredLockout({ failedAttempts, remainingMs }: Lockout, now: number) {
  return { failedAttempts, lockoutUntil: remainingMs > 0 ? now + remainingMs : null };
}

const TICK_MS = 1_000;
/** A tick that comes later than this was not time in which the app was open on the screen. */
const LONGEST_TICK_MS = 2_000;
const COUNTERS: readonly Counter[] = ["emergency", "securityCode"];

/** The counters of one page. */
export interface LockoutClock {
  /** The counters as last read. */
  readonly known: Observable<Lockouts>;
  /** Changes the counters on the disk; answers with them before and after the change. */
  readonly change: Devices["changeLockouts"];
  /** Lets lockouts run out while the app is open and visible, whatever the wall clock says; returns how to stop. */
  readonly start: () => () => void;
}

/** Makes them; nothing is read before `start`. */
export function createLockouts(
  devices: Pick<
    Devices,
    | "changeLockouts"
    | "every"
    | "isVisible"
    | "onLockouts"
    | "onHidden"
    | "onShown"
    | "readLockouts"
    | "runningTime"
    | "whileHolding"
  >,
): LockoutClock {
  const known = observable(NO_LOCKOUTS);
  const learn = (read: Lockouts) => {
    if (JSON.stringify(read) !== JSON.stringify(known.get())) known.set(read);
  };
  const refresh = () => void devices.readLockouts().then(learn);
  const change: LockoutClock["change"] = async (rule) => {
    const changed = await devices.changeLockouts(rule);
    learn(changed.after);
    return changed;
  };
  /** Counts the time until `signal` says stop. */
  const count = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      let last = devices.runningTime();
      const stop = devices.every(TICK_MS, () => {
        const now = devices.runningTime();
        const elapsedMs = now - last;
        last = now;
        if (!devices.isVisible() || elapsedMs > LONGEST_TICK_MS) return;
        for (const counter of COUNTERS.filter((one) => isLockedOut(known.get()[one]))) {
          void change((all) => ({ ...all, [counter]: elapsed(all[counter], elapsedMs) }));
        }
      });
      signal.addEventListener("abort", () => {
        stop();
        resolve();
      });
    });
  const start = () => {
    let turn: AbortController | null = null;
    const leave = () => {
      turn?.abort();
      turn = null;
    };
    // Nothing is counted and no timer runs without a lockout. Of several visible tabs one counts, and all of them are
    // told. A hidden one leaves its turn to a visible one.
    const follow = () => {
      const isRunning = COUNTERS.some((one) => isLockedOut(known.get()[one]));
      if (!isRunning || !devices.isVisible()) return leave();
      if (turn !== null) return;
      turn = new AbortController();
      const { signal } = turn;
      devices.whileHolding("lockout-clock", () => count(signal), signal).catch(() => undefined);
    };
    follow();
    refresh();
    const shown = () => {
      follow();
      refresh();
    };
    const stops = [
      known.subscribe(follow),
      devices.onLockouts(refresh),
      devices.onShown(shown),
      devices.onHidden(follow),
      leave,
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };
  return { known, change, start };
}
