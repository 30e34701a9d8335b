/** The device's position, shared by all who use it. */
import { coarseLocationLimits, geolocationLimits } from "#content/limits.ts";
import { isBetterPosition, type TimedPosition, takenWhen } from "#content/position.ts";
import { elapsed, type Moment } from "#content/time.ts";
import { moment } from "#platform/clock.ts";
import { observable } from "#platform/observable.ts";

/** Why there is no position. */
type LocationProblem = "unsupported" | "denied" | "unavailable" | "timeout" | "unknown";

/** What is known about the position now. */
export interface Whereabouts {
  readonly isAsking: boolean;
  /** The best position so far. */
  readonly fix: TimedPosition | null;
  readonly problem: LocationProblem | null;
}

const NOWHERE: Whereabouts = { isAsking: false, fix: null, problem: null };
const PROBLEMS: Readonly<Record<number, LocationProblem>> = {
  1: "denied",
  2: "unavailable",
  3: "timeout",
};

const known = observable(NOWHERE);
let watch: number | null = null;
let watchers = 0;

/** How long ago the clocks were looked at before, at least: several positions may have waited for the end of one sleep. */
const LOOK_MS = 60_000;

let looks: readonly [older: Moment, newer: Moment] | null = null;

/** When the clocks were looked at before. */
function lastLook(now: Moment): Moment {
  const [older, newer] = looks ?? [now, now];
  looks = elapsed(newer, now) > LOOK_MS ? [newer, now] : [older, newer];
  return looks[0];
}

/** Keeps the position unless the one before is better; either way the device can tell where it is. */
const foundWithin = (maximumAgeMs: number) => (position: GeolocationPosition) => {
  const { latitude, longitude, accuracy } = position.coords;
  const { timestamp } = position;
  const now = moment();
  const when = takenWhen({ timestamp, maximumAgeMs, now, before: lastLook(now) });
  const next = { latitude, longitude, accuracy, ...when };
  const { fix } = known.get();
  known.set({ isAsking: false, fix: isBetterPosition(next, fix) ? next : fix, problem: null });
};

const found = foundWithin(geolocationLimits.maximumAgeMs);
const foundCoarse = foundWithin(coarseLocationLimits.maximumAgeMs);

const failed = (error: GeolocationPositionError) =>
  known.set({ isAsking: false, fix: known.get().fix, problem: PROBLEMS[error.code] ?? "unknown" });

const hasGeolocation = () => (navigator.geolocation ?? null) !== null;

const OPTIONS: PositionOptions = {
  enableHighAccuracy: geolocationLimits.isHighAccuracy,
  timeout: geolocationLimits.timeoutMs,
  maximumAge: geolocationLimits.maximumAgeMs,
};

/** What is known now; the same object until it changes. */
export const whereabouts = known.get;

/** What is known on the server, and before the first request. */
export function unknownWhereabouts(): Whereabouts {
  return NOWHERE;
}

/** Calls back after each change; returns how to stop. */
export const onWhereabouts = known.subscribe;

/**
 * Requests the position once with high and once with low accuracy: the latter is available within
 * seconds indoors too. Its failure is ignored, because the other request decides.
 */
export function askPosition(): void {
  if (!hasGeolocation()) {
    known.set({ ...NOWHERE, problem: "unsupported" });
    return;
  }
  known.set({ ...known.get(), isAsking: true });
  lastLook(moment());
  try {
    navigator.geolocation.getCurrentPosition(found, failed, OPTIONS);
    navigator.geolocation.getCurrentPosition(foundCoarse, () => undefined, {
      enableHighAccuracy: false,
      timeout: coarseLocationLimits.timeoutMs,
      maximumAge: coarseLocationLimits.maximumAgeMs,
    });
  } catch {
    known.set({ ...known.get(), isAsking: false, problem: "unknown" });
  }
}

/** Watches the position until the returned function is called; several may watch at once. */
export function followPosition(): () => void {
  watchers += 1;
  if (watch === null && hasGeolocation()) {
    lastLook(moment());
    watch = navigator.geolocation.watchPosition(found, failed, OPTIONS);
  }
  let isOver = false;
  return () => {
    watchers -= isOver ? 0 : 1;
    isOver = true;
    if (watchers === 0 && watch !== null) {
      navigator.geolocation.clearWatch(watch);
      watch = null;
    }
  };
}

/** The permission; `prompt` when the browser would ask, or does not say. */
export async function locationPermission(): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state;
  } catch {
    return "prompt";
  }
}
