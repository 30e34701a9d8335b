/** The device's motion sensor. */
import { realEmergencyAttribute } from "#content/real-emergency.ts";
import { observable } from "#platform/observable.ts";

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

const answer = observable<boolean | null>(null);

/** Whether this document may read the sensor, as it was last answered; null before. What another document was allowed may not count here. */
export const motionAnswer = { get: answer.get, subscribe: answer.subscribe } as const;

let asking: Promise<boolean> | null = null;

/** Asks for permission, which needs a tap; true where none is needed. */
export function askMotion(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

async function ask(): Promise<boolean> {
  const known = motionEvent();
  let isAllowed = false;
  try {
    isAllowed = known !== null && ((await known.requestPermission?.()) ?? "granted") === "granted";
  } catch {
    // Without a tap.
  }
  answer.set(isAllowed);
  return isAllowed;
}

/** Screens on which no question of the browser may come between: the main screens offer to allow the sensor themselves. */
const URGENT = `[${realEmergencyAttribute}], [data-screen="lock"], [data-screen="overlay"]`;

/** Has the next tap ask where only a tap may: once in a document, which the browser answers by itself if it has been allowed before. */
function askAtTap(): () => void {
  if (motionSupport() !== "ask" || answer.get() === true) return () => undefined;
  const tapped = () => {
    if (document.querySelector(URGENT) !== null) return;
    stop();
    void askMotion();
  };
  const stop = () => window.removeEventListener("click", tapped, true);
  window.addEventListener("click", tapped, true);
  return stop;
}

/**
 * Calls back with the magnitude of each acceleration in m/s2; returns how to stop. Gravity is excluded
 * where the device can, so that a device at rest has 0. Where a tap must allow the sensor in each document, the next one asks.
 */
export function onMotion(listener: (magnitude: number) => void): () => void {
  const heard = (event: DeviceMotionEvent) => {
    const own = event.acceleration;
    const felt = own !== null && own.x !== null ? own : event.accelerationIncludingGravity;
    listener(Math.hypot(felt?.x ?? 0, felt?.y ?? 0, felt?.z ?? 0));
  };
  window.addEventListener("devicemotion", heard);
  const stopAsking = askAtTap();
  return () => {
    stopAsking();
    window.removeEventListener("devicemotion", heard);
  };
}
