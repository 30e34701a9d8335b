/** The ways from the heart monitor to the lock that the person's own choice hides. */
import { useRef } from "react";
import { disguiseLimits } from "#content/heart-monitor-limits.ts";
import { runningTime } from "#platform/clock.ts";
import { pageEmergency } from "../controller/controller.ts";
import { useEmergencyState } from "../controller/use-emergency.ts";

/** How the lock is opened. */
export interface HiddenLock {
  readonly open: () => void;
  /** Counts a visit behind the heart, for a person who cannot hold it; true when that opened the lock. */
  readonly visit: () => boolean;
}

/** Null when no lock is hidden, or when it is hidden by a decoy: then only the own PIN leads back. */
export function useHiddenLock(): HiddenLock | null {
  const { emergency } = useEmergencyState();
  const visits = useRef<readonly number[]>([]);
  if (emergency?.isDisguised !== true || emergency.isDecoy) return null;
  const open = () => pageEmergency().report({ type: "lock-opened", emergencyId: emergency.id });
  const visit = () => {
    const now = runningTime();
    const isRecent = (at: number) => now - at < disguiseLimits.visitsWithinMs;
    visits.current = [...visits.current.filter(isRecent), now];
    const isEnough = visits.current.length >= disguiseLimits.visits;
    if (isEnough) open();
    return isEnough;
  };
  return { open, visit };
}
