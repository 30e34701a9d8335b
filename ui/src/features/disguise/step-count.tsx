/** The steps of today. */
import { FigureCard } from "#components/layout/figure-card.tsx";
import { heartMonitor } from "#content/heart-monitor.ts";
import classes from "./charts.module.css";

/** Shows the figure of the disguise; nothing is measured. */
export function StepCount() {
  return (
    <FigureCard icon="steps" title="Step Count Today">
      <p className={classes.steps}>
        {heartMonitor.steps} <span className={classes.stepUnit}>steps</span>
      </p>
    </FigureCard>
  );
}
