/** The battery's charge, and the listening interval that follows from it. */
import { Card } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import screenClasses from "#components/layout/screen.module.css";
import textClasses from "#components/text.module.css";
import type { Battery } from "#platform/sensors/battery.ts";
import { isShownRed, powerPolicy } from "./listening/power-policy.ts";
import { useBattery } from "./use-battery.ts";
import classes from "./voice.module.css";

/** Says so where the browser does not report the battery. */
export function BatteryPanel() {
  const battery = useBattery();
  return (
    <Card className={layoutClasses.close}>
      <h2 className={textClasses.heading}>Battery</h2>
      {battery === null ? (
        <p className={textClasses.note}>This browser does not show the battery's charge.</p>
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
        <strong className={classes.percent} data-low={isShownRed(battery.level) || undefined}>
          {Math.round(battery.level * 100)}%
        </strong>
      </p>
      <p className={classes.line}>
        <span>Check interval</span>
        <strong className={classes.percent}>
          {intervalMs / 1000} {intervalMs === 1000 ? "second" : "seconds"}
        </strong>
      </p>
      {isLowPower && (
        <p className={screenClasses.inset} role="status">
          Power saving: listening in short bursts.
        </p>
      )}
    </>
  );
}
