/** The emergency, for a component. */
import { useEffect, useState, useSyncExternalStore } from "react";
import type { LocationChoice } from "#content/position.ts";
import { every } from "#platform/clock.ts";
import { type Lockouts, NO_LOCKOUTS } from "#store/emergency/lockouts.ts";
import {
  type GuardianReport,
  guardianReportsRecord,
  reportsOf,
} from "#store/guardians/guardian-reports.ts";
import type { EmergencyState } from "../machine/state.ts";
import { IDLE } from "../machine/state.ts";
import { type LockedScreen, type Lockout, lockoutOf } from "../pin/lockout.ts";
import { pageEmergency } from "./controller.ts";

/** The state of this page's emergency; the server, and hydration, see none. */
export function useEmergencyState(): EmergencyState {
  const { subscribe, getState } = pageEmergency();
  return useSyncExternalStore(subscribe, getState, () => IDLE);
}

/** How often the age of the location is looked at, in milliseconds. */
const LOOK_MS = 10_000;

/** The location as a message would hold it now; it gets older while a screen shows it. */
export function usePlace(): LocationChoice {
  const [, look] = useState(0);
  useEffect(() => every(LOOK_MS, () => look((count) => count + 1)), []);
  useEmergencyState();
  return pageEmergency().place();
}

/** How far the news of the emergency got with each guardian. */
export function useReports(): readonly GuardianReport[] {
  const reports = guardianReportsRecord.use();
  const { emergency } = useEmergencyState();
  return emergency === null ? [] : reportsOf(reports, emergency);
}

/** The failed codes of all screens. */
export function useLockouts(): Lockouts {
  const { subscribe, get } = pageEmergency().lockouts;
  return useSyncExternalStore(subscribe, get, () => NO_LOCKOUTS);
}

/** The failed codes of a screen, and how long it stays closed. */
export function useLockout(screen: LockedScreen): Lockout {
  return lockoutOf(screen, useLockouts());
}
