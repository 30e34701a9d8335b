/** Positions: how old one is, which of two is the better one, and what a place is called. */
import { geolocationLimits } from "./limits.ts";
import { elapsed, later, type Moment, wasSetBack } from "./time.ts";

/** A position in degrees and metres. */
export interface TimedPosition {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracy: number;
  /** When it was taken, in epoch milliseconds by a clock that its owner may change. */
  readonly timestamp: number;
  /** When it was taken, in milliseconds of the running clock; missing where an earlier release stored it. */
  readonly takenAt?: number | undefined;
}

/** When a position was taken. */
function momentOf({ timestamp, takenAt }: TimedPosition): Moment {
  return { wall: timestamp, running: takenAt ?? null };
}

/** How far a person may have moved since a position was taken, in metres a second: a car in a town. */
const METRES_PER_SECOND = 10;

/**
 * Whether `next` says more about where the person is now than `before`: an accurate position loses against a coarse one
 * only when the person may have moved further since than the coarse one is wrong.
 */
export function isBetterPosition(next: TimedPosition, before: TimedPosition | null): boolean {
  if (before === null) return true;
  const [from, to] = [momentOf(before), momentOf(next)];
  const laterMs = later(from, to);
  // Nobody can say how much later it is.
  if (laterMs > 0 && wasSetBack(from, to)) return true;
  return next.accuracy - before.accuracy <= (laterMs / 1000) * METRES_PER_SECOND;
}

/** A position that the browser gave just now. */
export interface Receipt {
  /** The browser's own time of it, in epoch milliseconds. */
  readonly timestamp: number;
  /** The oldest position that was asked for, in milliseconds. */
  readonly maximumAgeMs: number;
  readonly now: Moment;
  /** When the clocks were looked at before: no position that comes now was too old then. */
  readonly before: Moment;
}

/**
 * When the position was taken, by both clocks. The browser's time counts, because a position may wait while the phone sleeps;
 * but for no more than the age that was asked for and the time since, because some devices use the satellites' clock. Where
 * the clock was set back since, it counts as at least as old as was asked for.
 */
export function takenWhen({ timestamp, maximumAgeMs, now, before }: Receipt) {
  const oldest = maximumAgeMs + elapsed(before, now);
  const said = Math.min(Math.max(0, now.wall - timestamp), oldest);
  const age = wasSetBack(before, now) ? Math.max(maximumAgeMs, said) : said;
  return { timestamp: now.wall - age, takenAt: (now.running ?? 0) - age };
}

/** A position to send, with its age (null when unknown), or none. */
export type LocationChoice<P extends TimedPosition = TimedPosition> =
  | { readonly kind: "fresh" | "aged"; readonly position: P; readonly ageMs: number | null }
  | { readonly kind: "none" };

/**
 * A position of the last minute is fresh; one of the last 15 minutes is sent with its age; an older one is not sent. Where the
 * clock was set back since, nobody can say how old it is.
 */
export function chooseLocation<P extends TimedPosition>(
  position: P | null,
  now: Moment,
): LocationChoice<P> {
  if (position === null) return { kind: "none" };
  const taken = momentOf(position);
  const leastMs = elapsed(taken, now);
  if (leastMs > geolocationLimits.oldestUsefulMs) return { kind: "none" };
  if (wasSetBack(taken, now)) return { kind: "aged", position, ageMs: null };
  const kind = leastMs <= geolocationLimits.maximumAgeMs ? "fresh" : "aged";
  return { kind, position, ageMs: leastMs };
}

/** For how many more milliseconds a message would hold a position, at most; less than 0 where it would hold it no more. */
export function usefulForMs(position: TimedPosition, now: Moment): number {
  return geolocationLimits.oldestUsefulMs - elapsed(momentOf(position), now);
}

/** The age of a position in words. */
export function ageText(ageMs: number | null): string {
  return ageMs === null ? "of unknown age" : `${Math.max(1, Math.round(ageMs / 60_000))} min old`;
}

const ALPHABET = "23456789CFGHJMPQRVWX";
const PAIRS = 5;
/** Steps of the last pair in a degree. */
const STEPS = 8_000;

/**
 * The Plus Code of a place, which can be read out to the police and typed into most maps
 * (https://github.com/google/open-location-code/blob/main/Documentation/Specification/specification.md):
 * eleven characters, of which the ten digits name an area of about 14 by 14 metres.
 */
export function plusCode(latitude: number, longitude: number): string {
  const highest = 180 * STEPS - 1;
  // Rounded first, because 8000 times a decimal fraction may fall just short of a whole number.
  const steps = (degrees: number) => Math.floor(Number((degrees * STEPS).toFixed(6)));
  let north = Math.min(Math.max(steps(latitude + 90), 0), highest);
  const round = 360 * STEPS;
  let east = ((steps(longitude + 180) % round) + round) % round;
  let code = "";
  for (let pair = 0; pair < PAIRS; pair += 1) {
    code = `${ALPHABET[north % 20]}${ALPHABET[east % 20]}${code}`;
    north = Math.floor(north / 20);
    east = Math.floor(east / 20);
  }
  return `${code.slice(0, 8)}+${code.slice(8)}`;
}
