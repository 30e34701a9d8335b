/** How hard to listen for the charge that is left (spec section 9). */

import { BATTERY } from "#content/limits.ts";

/** What the device says of its battery; `level` is 0 to 1. */
export interface Battery {
  readonly level: number;
  readonly isCharging: boolean;
}

/** What follows from it. */
export interface PowerPolicy {
  /** True under 20 percent without a charger: speech recognition then listens in short bursts. */
  readonly isLowPower: boolean;
  /** The check interval shown to the person and, in low-power mode, the pause between bursts. */
  readonly intervalMs: number;
}

/** The policy; a device that does not tell its battery (null) is treated as full. */
export function powerPolicy(battery: Battery | null): PowerPolicy {
  if (battery === null) return { isLowPower: false, intervalMs: BATTERY.fullIntervalMs };
  if (battery.level < BATTERY.low && !battery.isCharging) {
    return { isLowPower: true, intervalMs: BATTERY.lowIntervalMs };
  }
  const isMedium = battery.level < BATTERY.medium;
  return {
    isLowPower: false,
    intervalMs: isMedium ? BATTERY.mediumIntervalMs : BATTERY.fullIntervalMs,
  };
}

/** Whether the charge is shown in red. */
export function isShownRed(level: number): boolean {
  return level < BATTERY.low;
}
