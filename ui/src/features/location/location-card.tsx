/** The location status card of the main screen. */
import { Button } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import { Card } from "#components/layout/card.tsx";
import textClasses from "#components/text.module.css";
import { locationErrors } from "#content/messages.ts";
import { askPosition, type Whereabouts } from "#platform/sensors/geolocation.ts";
import classes from "./location.module.css";
import { useIsUndecided, useIsUseful, useWarmPosition, useWhereabouts } from "./use-location.ts";

/** Shows one of the four states and a retry button. It is as high as its words: it stands below the emergency buttons. */
export function LocationCard() {
  useWarmPosition();
  const known = useWhereabouts();
  const { fix, problem } = known;
  const isReady = useIsUseful(fix);
  const useful: Known =
    fix === null || isReady ? known : { ...known, fix: null, problem: problem ?? "old" };
  const { label, detail } = locationStatus(useful, useIsUndecided(problem === "denied"));
  return (
    <Card className={classes.card} data-ready={isReady}>
      <Icon name="pin" />
      <div role="status">
        <p className={textClasses.strong}>{label}</p>
        <p className={textClasses.note}>{detail}</p>
      </div>
      <Button
        tone="quiet"
        className={classes.again}
        data-shown={!isReady && !known.isAsking}
        onClick={askPosition}
      >
        Try again
      </Button>
    </Card>
  );
}

/** A state and its explanation. */
interface LocationStatus {
  readonly label:
    | "Getting location..."
    | "Location unavailable"
    | "Ready"
    | "Location not detected";
  readonly detail: string;
}

/** What is known of the place, with a position only where a message would hold it. */
type Known = Pick<Whereabouts, "isAsking" | "fix"> & {
  readonly problem: keyof typeof locationErrors | null;
};

/**
 * The state: a useful position is ready even after a later failure. Nothing is detected while the person is undecided: the
 * browser's question was closed without an answer, and it would ask again.
 */
export function locationStatus(
  { isAsking, fix, problem }: Known,
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
