/** Counts wrong codes and closes a screen after too many; one machine for every screen that asks for one. */
import type { lockouts } from "#content/limits.ts";

/** A screen that asks for a code. */
export type LockedScreen = keyof typeof lockouts;

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
 * Counts a try before its code is looked at, so that whoever kills the app after each try gains nothing.
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

/** Takes back the try that `counted` counted, for a code that is no attempt at all. */
export function uncounted(lockout: Lockout): Lockout {
  return { failedAttempts: Math.max(0, lockout.failedAttempts - 1), remainingMs: 0 };
}

/** The app was open for `elapsedMs`. At zero the screen opens and every try is given back. */
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
