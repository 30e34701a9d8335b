/** The device's position, for components. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { usefulForMs } from "#content/position.ts";
import { after, moment } from "#platform/clock.ts";
import { onShown } from "#platform/page/visibility.ts";
import {
  askPosition,
  locationPermission,
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
 * Whether a message would hold this position. The page looks at all news of the place, for which it asks when it is seen again,
 * and at the moment at which the position becomes too old.
 */
export function useIsUseful(fix: Whereabouts["fix"]): boolean {
  const [, look] = useState(0);
  const leftMs = fix === null ? -1 : usefulForMs(fix, moment());
  const isUseful = leftMs >= 0;
  useEffect(() => (isUseful ? after(leftMs + 1, () => look((count) => count + 1)) : undefined));
  return isUseful;
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

/** Whether a refusal was a question that the person closed: browsers report both alike, and only the permission tells. */
export function useIsUndecided(isRefused: boolean): boolean {
  const [isUndecided, setUndecided] = useState(false);
  useEffect(() => {
    if (!isRefused) return;
    let isCurrent = true;
    void locationPermission().then((state) => {
      if (isCurrent) setUndecided(state === "prompt");
    });
    return () => {
      isCurrent = false;
      setUndecided(false);
    };
  }, [isRefused]);
  return isUndecided;
}
