/** The bar chart of the week. */
import { Card } from "#components/card.tsx";
import { Icon } from "#components/icon.tsx";
import { weeklySteps } from "#content/heart-monitor.ts";
import classes from "./weekly-chart.module.css";

const HIGHEST = Math.max(...weeklySteps.map(({ steps }) => steps));
const BAR_HEIGHT = 96;

/** Shows each value above its bar, as a list for screen readers. */
export function WeeklyChart() {
  return (
    <Card className={classes.card}>
      <h2 className={classes.title}>
        <Icon name="bars" />
        Weekly Activity
      </h2>
      <ul className={classes.bars}>
        {weeklySteps.map(({ day, steps }, index) => {
          const height = Math.round((steps / HIGHEST) * BAR_HEIGHT);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the days never change their order.
            <li key={index} className={classes.day}>
              <span className={classes.value}>{steps}</span>
              <svg className={classes.bar} viewBox={`0 0 20 ${BAR_HEIGHT}`} aria-hidden="true">
                <rect y={BAR_HEIGHT - height} width="20" height={height} rx="6" />
              </svg>
              <span className={classes.label}>{day}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
