/** How full the battery is, where the browser tells. */

/** Level from 0 to 1. */
export interface Battery {
  readonly level: number;
  readonly isCharging: boolean;
}

interface BatteryManager {
  level: number;
  charging: boolean;
}

/** The battery now, or null where the browser does not say (Safari, Firefox). */
export async function readBattery(): Promise<Battery | null> {
  const source = navigator as Navigator & { getBattery?: () => Promise<BatteryManager> };
  try {
    const battery = await source.getBattery?.();
    return battery === undefined ? null : { level: battery.level, isCharging: battery.charging };
  } catch {
    return null;
  }
}
