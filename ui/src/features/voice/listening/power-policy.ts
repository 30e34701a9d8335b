/** How listening saves power when the battery is low. */

import { batteryLimits } from "#content/limits.ts";
import type { Battery } from "#platform/sensors/battery.ts";

/** What the charge means for listening. */
export interface PowerPolicy {
  /** True under 20 percent without a charger: speech recognition then listens in short bursts. */
  readonly isLowPower: boolean;
  /** The check interval shown to the person and, in low-power mode, the pause between bursts. */
  readonly intervalMs: number;
}

/** The policy for a charge; a device that does not report its battery (null) counts as full. */
export function powerPolicy(battery: Battery | null): PowerPolicy {
  if (battery === null) return { isLowPower: false, intervalMs: batteryLimits.fullIntervalMs };
  if (battery.level < batteryLimits.low && !battery.isCharging) {
    return { isLowPower: true, intervalMs: batteryLimits.lowIntervalMs };
  }
  const isMedium = battery.level < batteryLimits.medium;
  return {
    isLowPower: false,
    intervalMs: isMedium ? batteryLimits.mediumIntervalMs : batteryLimits.fullIntervalMs,
  };
}

/** Whether the charge is shown in red. */
export function isShownRed(level: number): boolean {
  return level < batteryLimits.low;
}
