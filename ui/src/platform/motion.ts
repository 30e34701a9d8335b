/** The device's motion sensor. */

interface AskingConstructor {
  requestPermission?: () => Promise<"granted" | "denied">;
}

const motionEvent = (): AskingConstructor | null =>
  typeof DeviceMotionEvent === "undefined" ? null : (DeviceMotionEvent as AskingConstructor);

/** Whether there is a sensor: `ask` where a tap must allow it first (iOS, newer Chromium). */
export function motionSupport(): "none" | "ask" | "free" {
  const known = motionEvent();
  if (known === null) {
    return "none";
  }
  return known.requestPermission === undefined ? "free" : "ask";
}

/** Asks for permission, which needs a tap; true where none is needed. */
export async function askMotion(): Promise<boolean> {
  const known = motionEvent();
  try {
    return known !== null && ((await known.requestPermission?.()) ?? "granted") === "granted";
  } catch {
    return false;
  }
}

/**
 * Calls back with the magnitude of each acceleration in m/s2; returns how to stop. Gravity is excluded
 * where the device can, so that a device at rest has 0.
 */
export function onMotion(listener: (magnitude: number) => void): () => void {
  const heard = (event: DeviceMotionEvent) => {
    const own = event.acceleration;
    const felt = own !== null && own.x !== null ? own : event.accelerationIncludingGravity;
    listener(Math.hypot(felt?.x ?? 0, felt?.y ?? 0, felt?.z ?? 0));
  };
  window.addEventListener("devicemotion", heard);
  return () => window.removeEventListener("devicemotion", heard);
}
