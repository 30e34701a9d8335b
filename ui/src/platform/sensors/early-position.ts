/** The first request for the device's position, before the app is loaded. */
import { geolocationLimits } from "#content/limits.ts";

const ignored = () => undefined;

/** Wakes the positioning hardware. The browser keeps what it finds for the app's own request (`maximumAge`). */
export function wakePosition(): void {
  try {
    navigator.geolocation.getCurrentPosition(ignored, ignored, {
      enableHighAccuracy: geolocationLimits.isHighAccuracy,
      timeout: geolocationLimits.timeoutMs,
    });
  } catch {
    // The app says why there is no position.
  }
}
