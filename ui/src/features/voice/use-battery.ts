/** The battery for a component, read every 30 s. */
import { useEffect, useState } from "react";
import { batteryLimits } from "#content/limits.ts";
import { type Battery, readBattery } from "#platform/sensors/battery.ts";

/** Null until it is known, and where the browser does not report it. */
export function useBattery(): Battery | null {
  const [battery, setBattery] = useState<Battery | null>(null);
  useEffect(() => {
    const look = () => void readBattery().then(setBattery);
    look();
    const timer = setInterval(look, batteryLimits.checkMs);
    return () => clearInterval(timer);
  }, []);
  return battery;
}
