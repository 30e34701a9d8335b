/** The time for ages on the screen. */
import { useEffect, useState } from "react";
import { every, wallTime } from "#platform/clock.ts";

/** How often ages are shown anew, in milliseconds. */
const TICK_MS = 5_000;

/** This device's clock, in epoch milliseconds, every few seconds. */
export function useTime(): number {
  const [now, setNow] = useState(wallTime);
  useEffect(() => every(TICK_MS, () => setNow(wallTime())), []);
  return now;
}
