/** The device's position, for components. */
import { useEffect, useSyncExternalStore } from "react";
import {
  askPosition,
  followPosition,
  onWhereabouts,
  unknownWhereabouts,
  type Whereabouts,
  whereabouts,
} from "#platform/geolocation.ts";
import { onVisibility } from "#platform/visibility.ts";

/** On the server and during hydration: the page asks for the position as soon as its script runs. */
const starting: Whereabouts = { ...unknownWhereabouts(), isAsking: true };

/** What is known. */
export function useWhereabouts(): Whereabouts {
  return useSyncExternalStore(onWhereabouts, whereabouts, () => starting);
}

/** Watches the position while the page is visible, so that an emergency has a recent one. */
export function useWarmPosition(): void {
  useEffect(() => {
    askPosition();
    let leave = followPosition();
    const stop = onVisibility((isVisible) => {
      leave();
      if (isVisible) {
        leave = followPosition();
      }
    });
    return () => {
      stop();
      leave();
    };
  }, []);
}
