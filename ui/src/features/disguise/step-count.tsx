/** The steps of today. */
import { Card } from "#components/card.tsx";
import { Icon } from "#components/icon.tsx";
import { stepsText } from "#content/heart-monitor.ts";
import classes from "./step-count.module.css";

/** Shows the figure of the disguise; nothing is measured. */
export function StepCount() {
  return (
    <Card className={classes.card}>
      <h2 className={classes.title}>
        <Icon name="steps" />
        Step Count Today
      </h2>
      <p className={classes.steps}>
        {stepsText()} <span className={classes.unit}>steps</span>
      </p>
    </Card>
  );
}
