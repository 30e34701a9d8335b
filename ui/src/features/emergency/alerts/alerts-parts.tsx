/** What tells guardians of an emergency, beside every app page. */
import { useEffect } from "react";
import { guardians } from "#store/guardians/guardians.ts";
import { soundCopies, soundGuardians } from "#store/guardians/sound-copies.ts";
import { pageAlertDevices } from "./alert-devices.ts";
import { startAlerts } from "./alerts.ts";

/** Sends what guardians should hear. Renders nothing. */
export function GuardianAlerts() {
  useEffect(() => startAlerts(pageAlertDevices()), []);
  return null;
}

/**
 * Lets sound leave the phone. What does it is loaded only where a guardian was chosen for it, or something waits. Renders
 * nothing.
 */
export function SoundCopies() {
  useEffect(() => {
    let isOver = false;
    let isLoading = false;
    let stop: (() => void) | null = null;
    // Asked for once: without a chosen guardian there will be no more.
    let left: boolean | null = null;
    const look = async () => {
      if (isLoading || isOver) return;
      left ??= (await soundCopies.read()).length > 0;
      const isWanted = left || (await soundGuardians()).length > 0;
      if (!isWanted || isLoading) return;
      isLoading = true;
      try {
        const { startSoundCopying } = await import("./sound-copying.ts");
        if (!isOver) stop = startSoundCopying(pageAlertDevices());
      } catch {
        // Without a connection, on the first day: the next change looks again.
        isLoading = false;
      }
    };
    const begin = () => void look().catch(() => undefined);
    begin();
    const stopLooking = guardians.subscribe(begin);
    return () => {
      isOver = true;
      stopLooking();
      stop?.();
    };
  }, []);
  return null;
}
