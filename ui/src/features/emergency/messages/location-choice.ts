/** Whether a position is recent enough to send. */
import { geolocationLimits } from "#content/limits.ts";
import type { Position } from "../machine/state.ts";

/** A position to send, with its age, or none. */
export type LocationChoice =
  | { readonly kind: "fresh"; readonly position: Position; readonly ageMs: number }
  | { readonly kind: "aged"; readonly position: Position; readonly ageMs: number }
  | { readonly kind: "none" };

/** A position of the last minute is fresh; one of the last 15 minutes is sent with its age; an older one is not sent. */
export function chooseLocation(position: Position | null, now: number): LocationChoice {
  if (position === null) {
    return { kind: "none" };
  }
  const ageMs = Math.max(0, now - position.timestamp);
  if (ageMs <= geolocationLimits.maximumAgeMs) {
    return { kind: "fresh", position, ageMs };
  }
  return ageMs <= geolocationLimits.oldestUsefulMs
    ? { kind: "aged", position, ageMs }
    : { kind: "none" };
}
