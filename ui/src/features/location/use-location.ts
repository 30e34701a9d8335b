/** Where the device is, for a component. */
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

/** What is known; the server, and hydration, know nothing. */
export function useWhereabouts(): Whereabouts {
  return useSyncExternalStore(onWhereabouts, whereabouts, unknownWhereabouts);
}

/** Keeps a fresh position at hand while the page is on the screen, so that an emergency need not wait for one. */
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
