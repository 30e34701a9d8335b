/** The steps of today, the bar chart of the week, and the columns in which days stand. */

import type { ReactNode } from "react";
import { FigureCard } from "#components/layout/card.tsx";
import { heartMonitor, weeklyActivity } from "#content/heart-monitor.ts";
import classes from "./charts.module.css";

type DayColumn = {
  readonly letter: string;
  /** Null for a day that has none. */
  readonly value: number | null;
  /** Whether the value stands out. */
  readonly isMarked: boolean;
  readonly drawing: ReactNode;
};

/**
 * Days side by side, as a list for screen readers: each with its value, a drawing of it, and the day's letter. They never
 * change their order.
 */
export function DayColumns({ days }: { readonly days: readonly DayColumn[] }) {
  return (
    <ul className={classes.days}>
      {days.map(({ letter, value, isMarked, drawing }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: days share letters, and none ever moves.
        <li key={index} className={classes.day}>
          <span className={isMarked ? classes.marked : classes.value}>{value}</span>
          {drawing}
          <span className={classes.letter}>{letter}</span>
        </li>
      ))}
    </ul>
  );
}

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

const HIGHEST = Math.max(...weeklyActivity.map(({ minutes }) => minutes));
const BAR_HEIGHT = 96;

function Bar({ minutes }: { readonly minutes: number }) {
  const height = Math.round((minutes / HIGHEST) * BAR_HEIGHT);
  return (
    <svg
      className={minutes === HIGHEST ? classes.highest : classes.bar}
      viewBox={`0 0 20 ${BAR_HEIGHT}`}
      aria-hidden="true"
    >
      <rect y={BAR_HEIGHT - height} width="20" height={height} rx="6" />
    </svg>
  );
}

/** Marks the highest day: the last one is not always today. */
const days = weeklyActivity.map(({ day, minutes }) => ({
  letter: day,
  value: minutes,
  isMarked: minutes === HIGHEST,
  drawing: <Bar minutes={minutes} />,
}));

/** Shows each value above its bar, and its unit below them. */
export function WeeklyChart() {
  return (
    <FigureCard icon="bars" title="Weekly Activity">
      <DayColumns days={days} />
      <p className={classes.unit}>Active minutes</p>
    </FigureCard>
  );
}
