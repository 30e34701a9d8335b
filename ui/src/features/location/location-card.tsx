/** The location status card of the main screen. */
import { Button } from "#components/button.tsx";
import { Card } from "#components/card.tsx";
import { Icon } from "#components/icon.tsx";
import { askPosition } from "#platform/geolocation.ts";
import classes from "./location-card.module.css";
import { locationStatus } from "./status.ts";
import { useWarmPosition, useWhereabouts } from "./use-location.ts";

/**
 * Shows one of the four states and a retry button. The height is fixed: touching the emergency button
 * requests the position, and the button must not move under the finger.
 */
export function LocationCard() {
  useWarmPosition();
  const known = useWhereabouts();
  const { label, detail } = locationStatus(known);
  const isReady = known.fix !== null;
  return (
    <Card className={classes.card} data-ready={isReady}>
      <Icon name="pin" />
      <div role="status">
        <p className={classes.label}>{label}</p>
        <p className={classes.detail}>{detail}</p>
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
