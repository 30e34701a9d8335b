/** The battery. */

/** The level is 0 to 1. */
export interface Battery {
  readonly level: number;
  readonly isCharging: boolean;
}

interface BatteryManager {
  level: number;
  charging: boolean;
}

/** The battery's state, or null where the browser has no API for it (Safari, Firefox). */
export async function readBattery(): Promise<Battery | null> {
  const source = navigator as Navigator & { getBattery?: () => Promise<BatteryManager> };
  try {
    const battery = await source.getBattery?.();
    return battery === undefined ? null : { level: battery.level, isCharging: battery.charging };
  } catch {
    return null;
  }
}
