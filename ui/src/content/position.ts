/** Positions: how old one is, and which of two is the better one. */
import { geolocationLimits } from "./limits.ts";

/** A position in degrees and metres. */
export interface TimedPosition {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy: number;
  /** When it was taken, in epoch milliseconds by a clock that its owner may change. */
  readonly timestamp: number;
  /** When it was taken, in milliseconds of this document's monotonic clock; missing when another document took it. */
  readonly takenAt?: number | undefined;
}

/** The clocks of a device, in milliseconds. */
export interface Clocks {
  readonly wall: number;
  /** The monotonic clock of this document; null where there is none to compare with. */
  readonly running: number | null;
}

/** How far a person may have moved since a position was taken, in metres a second: a car in a town. */
const METRES_PER_SECOND = 10;

/** A wall clock that differs from the monotonic one by more than this was changed, in milliseconds. */
const CLOCK_CHANGE_MS = 2_000;

/** The age in milliseconds; null when the clock was set back since, so that nobody can say. */
function positionAge({ timestamp, takenAt }: TimedPosition, now: Clocks): number | null {
  if (takenAt !== undefined && now.running !== null) return Math.max(0, now.running - takenAt);
  const age = now.wall - timestamp;
  return age < -CLOCK_CHANGE_MS ? null : Math.max(0, age);
}

/**
 * Whether `next` says more about where the person is now than `before`: an accurate position loses against a coarse one
 * only when the person may have moved further since than the coarse one is wrong.
 */
export function isBetterPosition(next: TimedPosition, before: TimedPosition | null): boolean {
  if (before === null) return true;
  const isSameClock = next.takenAt !== undefined && before.takenAt !== undefined;
  const laterMs = isSameClock
    ? (next.takenAt ?? 0) - (before.takenAt ?? 0)
    : next.timestamp - before.timestamp;
  return next.accuracy - before.accuracy <= (laterMs / 1000) * METRES_PER_SECOND;
}

/** A position that the browser gave just now. */
export interface Receipt {
  /** The browser's own time of it, in epoch milliseconds. */
  readonly timestamp: number;
  /** The oldest position that was asked for, in milliseconds. */
  readonly maximumAgeMs: number;
  readonly now: { readonly wall: number; readonly running: number };
  /** Wall clock minus monotonic clock at an earlier time. */
  readonly clockOffset: number;
}

/**
 * When the position was taken, by both clocks. The browser's time counts only where the clock was not changed, and never
 * for more than the age that was asked for: some devices use the satellites' clock.
 */
export function takenWhen({ timestamp, maximumAgeMs, now, clockOffset }: Receipt) {
  const isClockChanged = Math.abs(now.wall - now.running - clockOffset) > CLOCK_CHANGE_MS;
  const said = Math.min(Math.max(0, now.wall - timestamp), maximumAgeMs);
  const age = isClockChanged ? maximumAgeMs : said;
  return { timestamp: now.wall - age, takenAt: now.running - age };
}

/** A position to send, with its age (null when unknown), or none. */
export type LocationChoice<P extends TimedPosition = TimedPosition> =
  | { readonly kind: "fresh" | "aged"; readonly position: P; readonly ageMs: number | null }
  | { readonly kind: "none" };

/** A position of the last minute is fresh; one of the last 15 minutes is sent with its age; an older one is not sent. */
export function chooseLocation<P extends TimedPosition>(
  position: P | null,
  now: Clocks,
): LocationChoice<P> {
  if (position === null) return { kind: "none" };
  const ageMs = positionAge(position, now);
  if (ageMs === null) return { kind: "aged", position, ageMs };
  if (ageMs <= geolocationLimits.maximumAgeMs) return { kind: "fresh", position, ageMs };
  return ageMs <= geolocationLimits.oldestUsefulMs
    ? { kind: "aged", position, ageMs }
    : { kind: "none" };
}

/** The age of a position in words. */
export function ageText(ageMs: number | null): string {
  return ageMs === null ? "of unknown age" : `${Math.max(1, Math.round(ageMs / 60_000))} min old`;
}
