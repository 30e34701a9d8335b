/** The device's position, for components. */
import { useEffect, useSyncExternalStore } from "react";
import { onShown } from "#platform/page/visibility.ts";
import {
  askPosition,
  onWhereabouts,
  unknownWhereabouts,
  type Whereabouts,
  whereabouts,
} from "#platform/sensors/geolocation.ts";

/** On the server and during hydration: the page asks for the position as soon as its script runs. */
const starting: Whereabouts = { ...unknownWhereabouts(), isAsking: true };

/** What is known. */
export function useWhereabouts(): Whereabouts {
  return useSyncExternalStore(onWhereabouts, whereabouts, () => starting);
}

/**
 * Asks for the position when the page is opened and whenever it is seen again, so that an emergency has a recent one. It
 * is not followed: the first touch of an emergency button asks anew, and only an emergency is worth the battery.
 */
export function useWarmPosition(): void {
  useEffect(() => {
    askPosition();
    return onShown(askPosition);
  }, []);
}
