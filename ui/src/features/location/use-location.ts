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

/** What is known; nothing on the server and during hydration. */
export function useWhereabouts(): Whereabouts {
  return useSyncExternalStore(onWhereabouts, whereabouts, unknownWhereabouts);
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
