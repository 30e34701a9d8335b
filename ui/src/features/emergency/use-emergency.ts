/** The emergency, for a component. */
import { useSyncExternalStore } from "react";
import { type LockoutRow, NO_LOCKOUTS } from "#store/lockouts.ts";
import { pageEmergency } from "./controller.ts";
import { CALM } from "./machine/machine.ts";
import type { EmergencyState } from "./machine/state.ts";
import type { LockedScreen } from "./pin/lockout.ts";
import { knownLockouts, onLockouts } from "./pin/lockout-clock.ts";
import { counterOf } from "./pin/pin-entry.ts";

/** What is going on; the server, and hydration, see calm. */
export function useEmergencyState(): EmergencyState {
  const { subscribe, getState } = pageEmergency();
  return useSyncExternalStore(subscribe, getState, () => CALM);
}

/** The failed codes of a screen, and how long it stays closed. */
export function useLockout(screen: LockedScreen): LockoutRow {
  const lockouts = useSyncExternalStore(onLockouts, knownLockouts, () => NO_LOCKOUTS);
  return lockouts[counterOf(screen)];
}
