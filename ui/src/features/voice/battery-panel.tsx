/** The battery's charge, and the listening interval that follows from it. */
import { Card } from "#components/layout/card.tsx";
import type { Battery } from "#platform/sensors/battery.ts";
import classes from "./battery-panel.module.css";
import { isShownRed, powerPolicy } from "./listening/power-policy.ts";
import { useBattery } from "./use-battery.ts";

/** Says so where the browser does not report the battery. */
export function BatteryPanel() {
  const battery = useBattery();
  return (
    <Card className={classes.panel}>
      <h2 className={classes.heading}>Battery</h2>
      {battery === null ? (
        <p className={classes.note}>This browser does not show the battery's charge.</p>
      ) : (
        <Charge battery={battery} />
      )}
    </Card>
  );
}

function Charge({ battery }: { battery: Battery }) {
  const { isLowPower, intervalMs } = powerPolicy(battery);
  return (
    <>
      <p className={classes.line}>
        <span>Charge</span>
        <strong className={classes.value} data-low={isShownRed(battery.level) || undefined}>
          {Math.round(battery.level * 100)}%
        </strong>
      </p>
      <p className={classes.line}>
        <span>Check interval</span>
        <strong className={classes.value}>
          {intervalMs / 1000} {intervalMs === 1000 ? "second" : "seconds"}
        </strong>
      </p>
      {isLowPower && (
        <p className={classes.warning} role="status">
          Power saving: listening in short bursts.
        </p>
      )}
    </>
  );
}
