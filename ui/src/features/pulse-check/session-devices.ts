/** What a session needs of the device besides its database and the server, so that a test can replace it. */
import { chooseLocation } from "#content/position.ts";
import type { Moment } from "#content/time.ts";
import { every, moment } from "#platform/clock.ts";
import { onShown } from "#platform/page/visibility.ts";
import { randomId } from "#platform/random-id.ts";
import { followPosition, locationPermission, whereabouts } from "#platform/sensors/geolocation.ts";
import { onConnection } from "#platform/workers/connection.ts";
import type { Place } from "#seal/items.ts";
import { placeOf } from "#store/guardians/guardian-news.ts";

type Stop = () => void;

/** The device. */
export interface SessionDevices {
  /** Now, by both clocks. */
  readonly now: () => Moment;
  readonly every: (ms: number, listener: () => void) => Stop;
  readonly onConnection: (listener: () => void) => Stop;
  readonly onShown: (listener: () => void) => Stop;
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
  return {
    now: moment,
    every,
    onConnection,
    onShown,
    newId: randomId,
    place: () => {
      const choice = chooseLocation(whereabouts().fix, moment());
      return choice.kind === "none" ? null : placeOf(choice.position, choice.ageMs);
    },
    follow: followIfAllowed,
  };
}
