/** The steps of today. */
import { Card } from "#components/card.tsx";
import { Icon } from "#components/icon.tsx";
import { heartMonitor } from "#content/limits.ts";
import classes from "./step-count.module.css";

/** Shows the figure of spec section 9, with a comma between thousands wherever the person lives. */
export function StepCount() {
  return (
    <Card className={classes.card}>
      <h2 className={classes.title}>
        <Icon name="steps" />
        Step Count Today
      </h2>
      <p className={classes.steps}>
        {heartMonitor.steps.toLocaleString("en-US")} <span className={classes.unit}>steps</span>
      </p>
    </Card>
  );
}
