/** Watches what follows a launch of the messages app: a web page learns only that it was left, and for how long. */
import { emergencyTimes } from "#content/limits.ts";
import type { Devices } from "../devices/devices.ts";

/** Whom the watch tells. */
export interface LaunchListener {
  /** The page was left; whether for the messages app is not known. */
  readonly onLeft: () => void;
  /** The page stayed hidden for so long that another app must be in front of it. */
  readonly onStayedAway: () => void;
}

/**
 * Watches from now on; returns how to stop. A lost focus alone may be a notification or the browser's own question, so
 * only a page that stays hidden counts, and only when it was hidden soon after the launch.
 */
export function watchLaunch(
  devices: Pick<Devices, "after" | "isVisible" | "onLeave" | "onShown" | "runningTime">,
  { onLeft, onStayedAway }: LaunchListener,
): () => void {
  const launchedAt = devices.runningTime();
  let hiddenAt: number | null = null;
  let stops: (() => void)[] = [];
  const stop = () => {
    for (const one of stops) one();
    stops = [];
  };
  const isOver = () => devices.runningTime() - launchedAt >= emergencyTimes.leaveMs;
  const settle = () => {
    if (hiddenAt !== null && devices.runningTime() - hiddenAt >= emergencyTimes.awayMs) {
      stop();
      onStayedAway();
    } else if (devices.isVisible()) {
      hiddenAt = null;
      if (isOver()) stop();
    }
  };
  const left = () => {
    if (stops.length === 0 || isOver()) return;
    onLeft();
    if (devices.isVisible() || hiddenAt !== null) return;
    hiddenAt = devices.runningTime();
    stops.push(devices.after(emergencyTimes.awayMs, settle));
  };
  stops = [
    devices.onLeave(left),
    // Timers of a hidden page may be late: the return settles it too.
    devices.onShown(settle),
    devices.after(emergencyTimes.leaveMs, settle),
  ];
  return stop;
}
