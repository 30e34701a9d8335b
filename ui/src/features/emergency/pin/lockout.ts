/** Wrong codes: they are counted, and too many close a screen for a time in which the app must stay open. */
import type { lockouts } from "#content/limits.ts";
import { type Observable, observable } from "#platform/observable.ts";
import { type Counter, type Lockouts, NO_LOCKOUTS } from "#store/lockouts.ts";
import type { Devices } from "../devices.ts";

/** A screen that asks for a code. */
export type LockedScreen = keyof typeof lockouts;

/** The counter of a screen: both locks of an emergency share one, so that changing the page gives no new tries. */
export function counterOf(screen: LockedScreen): Counter {
  return screen === "securityCode" ? "securityCode" : "emergency";
}

/** How many tries failed in a row, and how long the app must still stay open. */
export interface Lockout {
  readonly failedAttempts: number;
  readonly remainingMs: number;
}

/** How many tries a screen allows, and for how long it then closes. */
export interface LockoutLimits {
  readonly attempts: number;
  readonly lockoutMs: number;
}

/** No failed try. */
export const NO_LOCKOUT: Lockout = { failedAttempts: 0, remainingMs: 0 };

/** Whether codes are refused now. */
export function isLockedOut(lockout: Lockout): boolean {
  return lockout.remainingMs > 0;
}

/** Tries left before the screen closes. */
export function attemptsLeft(lockout: Lockout, limits: LockoutLimits): number {
  return Math.max(0, limits.attempts - lockout.failedAttempts);
}

/**
 * Counts a try. It is counted before the code is looked at, so that killing the app after each try gives no new tries.
 * The last allowed try closes the screen at once; a right code opens it again.
 */
export function counted(lockout: Lockout, limits: LockoutLimits): Lockout {
  if (isLockedOut(lockout)) {
    return lockout;
  }
  const failedAttempts = lockout.failedAttempts + 1;
  const isLast = failedAttempts >= limits.attempts;
  return { failedAttempts, remainingMs: isLast ? limits.lockoutMs : 0 };
}

/** Takes back the try that `counted` counted, for a code that is not an attempt. */
export function uncounted(lockout: Lockout): Lockout {
  return { failedAttempts: Math.max(0, lockout.failedAttempts - 1), remainingMs: 0 };
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
  /** Changes one counter on the disk; answers with it before, and all of them after the change. */
  readonly change: Devices["changeLockout"];
  /** Lets lockouts run out while the app is open and visible, whatever the wall clock says; returns how to stop. */
  readonly start: () => () => void;
}

/** Makes them; nothing is read before `start`. */
export function createLockouts(
  devices: Pick<
    Devices,
    "changeLockout" | "every" | "isVisible" | "readLockouts" | "runningTime" | "whileHolding"
  >,
): LockoutClock {
  const known = observable(NO_LOCKOUTS);
  const learn = (read: Lockouts) => {
    if (JSON.stringify(read) !== JSON.stringify(known.get())) known.set(read);
  };
  const refresh = () => void devices.readLockouts().then(learn);
  const change: LockoutClock["change"] = async (counter, rule) => {
    const changed = await devices.changeLockout(counter, rule);
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
          void change(counter, (row) => elapsed(row, elapsedMs));
        }
      });
      signal.addEventListener("abort", () => {
        stop();
        resolve();
      });
    });
  const start = () => {
    const over = new AbortController();
    refresh();
    // Of several tabs one counts, and all of them look.
    const stop = devices.every(TICK_MS, refresh);
    const { signal } = over;
    devices.whileHolding("lockout-clock", () => count(signal), signal).catch(() => undefined);
    return () => {
      stop();
      over.abort();
    };
  };
  return { known, change, start };
}
