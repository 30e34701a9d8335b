/** The emergency, for a component. */
import { useSyncExternalStore } from "react";
import { NO_LOCKOUTS } from "#store/lockouts.ts";
import { pageEmergency } from "./controller.ts";
import { CALM } from "./machine/machine.ts";
import type { EmergencyState } from "./machine/state.ts";
import { type LockedScreen, type Lockout, lockoutOf } from "./pin/lockout.ts";

/** The state of this page's emergency; the server, and hydration, see none. */
export function useEmergencyState(): EmergencyState {
  const { subscribe, getState } = pageEmergency();
  return useSyncExternalStore(subscribe, getState, () => CALM);
}

/** The failed codes of a screen, and how long it stays closed. */
export function useLockout(screen: LockedScreen): Lockout {
  const { subscribe, get } = pageEmergency().lockouts;
  return lockoutOf(
    screen,
    useSyncExternalStore(subscribe, get, () => NO_LOCKOUTS),
  );
}
