/** What a session needs of the device besides its database and the server, so that a test can replace it. */
import { type Clocks, chooseLocation } from "#content/position.ts";
import { every, runningTime, wallTime } from "#platform/clock.ts";
import { onConnection } from "#platform/connection.ts";
import { followPosition, locationPermission, whereabouts } from "#platform/geolocation.ts";
import { emergencyId } from "#platform/random-id.ts";
import { onVisibility } from "#platform/visibility.ts";
import type { Place } from "#seal/items.ts";
import { placeOf } from "#store/guardian-news.ts";

type Stop = () => void;

/** The device. */
export interface SessionDevices {
  /** Epoch milliseconds, by a clock that does not jump while the page is open. */
  readonly now: () => number;
  readonly every: (ms: number, listener: () => void) => Stop;
  readonly onConnection: (listener: () => void) => Stop;
  readonly onVisibility: (listener: () => void) => Stop;
  readonly newId: () => string;
  /** The place that is known now. */
  readonly place: () => Place | null;
  /** Keeps the place up to date where the browser need not ask for it; returns how to stop. */
  readonly follow: () => Stop;
}

/** Follows the place once the browser says that it is allowed. */
function followIfAllowed(): Stop {
  let stop: Stop | null = null;
  let isOver = false;
  void locationPermission().then((state) => {
    if (state === "granted" && !isOver) stop = followPosition();
  });
  return () => {
    isOver = true;
    stop?.();
  };
}

/** The page's own. */
export function pageSessionDevices(): SessionDevices {
  const offset = wallTime() - runningTime();
  return {
    now: () => offset + runningTime(),
    every,
    onConnection,
    onVisibility,
    newId: emergencyId,
    place: () => {
      const clocks: Clocks = { wall: wallTime(), running: runningTime() };
      const choice = chooseLocation(whereabouts().fix, clocks);
      return choice.kind === "none" ? null : placeOf(choice.position, choice.ageMs);
    },
    follow: followIfAllowed,
  };
}
