/** The states of the location card. */
import { locationErrors } from "#content/messages.ts";
import type { Whereabouts } from "#platform/sensors/geolocation.ts";

/** A state and its explanation. */
export interface LocationStatus {
  readonly label:
    | "Getting location..."
    | "Location unavailable"
    | "Ready"
    | "Location not detected";
  readonly detail: string;
}

/**
 * The state: a known position is ready even after a later failure. Nothing is detected while the person is undecided: the
 * browser's question was closed without an answer, and it would ask again.
 */
export function locationStatus(
  { isAsking, fix, problem }: Whereabouts,
  isUndecided = false,
): LocationStatus {
  if (fix !== null) {
    return {
      label: "Ready",
      detail: `Accurate to about ${Math.max(1, Math.round(fix.accuracy))} m`,
    };
  }
  if (isAsking) {
    return { label: "Getting location...", detail: "This can take a few seconds." };
  }
  if (problem !== null && !isUndecided) {
    return { label: "Location unavailable", detail: locationErrors[problem] };
  }
  return { label: "Location not detected", detail: locationErrors.permissions };
}
