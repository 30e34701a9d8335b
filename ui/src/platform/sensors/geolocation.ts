/** The device's position, shared by all who use it. */
import { coarseLocationLimits, geolocationLimits } from "#content/limits.ts";
import { isBetterPosition, type TimedPosition, takenWhen } from "#content/position.ts";
import { elapsed, type Moment } from "#content/time.ts";
import { moment } from "#platform/clock.ts";
import { observable } from "#platform/observable.ts";
import { onShown } from "#platform/page/visibility.ts";
import { onPermissions, permissionOf } from "#platform/permissions.ts";

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
let followers = 0;
let watch: number | null = null;

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
  // It is allowed again, also in a browser that does not say so.
  beginWatch();
};

const found = foundWithin(geolocationLimits.maximumAgeMs);
const foundCoarse = foundWithin(coarseLocationLimits.maximumAgeMs);

const failed = ({ code }: GeolocationPositionError) => {
  const problem = PROBLEMS[code] ?? "unknown";
  // Engines end every watch of a page then: one that is held would never tell again.
  if (problem === "denied") endWatch();
  known.set({ isAsking: false, fix: known.get().fix, problem });
};

const hasGeolocation = () => (navigator.geolocation ?? null) !== null;

const OPTIONS: PositionOptions = {
  enableHighAccuracy: geolocationLimits.isHighAccuracy,
  timeout: geolocationLimits.timeoutMs,
  maximumAge: geolocationLimits.maximumAgeMs,
};

function endWatch(): void {
  if (watch !== null) navigator.geolocation.clearWatch(watch);
  watch = null;
}

/** Watches the position for those who follow it, unless a watch is on. The browser may ask the person. */
function beginWatch(): void {
  if (followers === 0 || watch !== null || !hasGeolocation()) return;
  lastLook(moment());
  watch = navigator.geolocation.watchPosition(found, failed, OPTIONS);
}

/** Watches again after a refusal, where the browser need not ask: a question would tell of what the screen hides. */
async function resume(): Promise<void> {
  if (watch === null && (await permissionOf("geolocation")) === "granted") beginWatch();
}

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
 * seconds indoors too. Its failure is ignored, because the other request decides. Those who follow the position do so again
 * if it was refused before: whoever calls this lets the browser ask.
 */
export function askPosition(): void {
  if (!hasGeolocation()) {
    // No position can come that had waited since the clocks were looked at.
    looks = null;
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
    beginWatch();
  } catch {
    known.set({ ...known.get(), isAsking: false, problem: "unknown" });
  }
}

/**
 * Follows the position until the returned function is called; several may follow at once. After a refusal it is followed
 * again once the browser says that it may be, or a position is found.
 */
export function followPosition(): () => void {
  followers += 1;
  beginWatch();
  const stops = [onShown(resume), onPermissions(["geolocation"], resume)];
  return () => {
    followers -= stops.length > 0 ? 1 : 0;
    for (const stop of stops.splice(0)) stop();
    if (followers === 0) endWatch();
  };
}

/** The permission; `prompt` when the browser would ask, or does not say. */
export async function locationPermission(): Promise<PermissionState> {
  const permission = await permissionOf("geolocation");
  return permission === "unknown" ? "prompt" : permission;
}
