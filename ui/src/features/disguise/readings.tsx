/** The readings of this device: the week's means as points, and the newest ones in words. */
import { Button } from "#components/button.tsx";
import { FigureCard } from "#components/layout/card.tsx";
import { dayTimeText } from "#content/local-dates.ts";
import { wallTime } from "#platform/clock.ts";
import { type Reading, readingsRecord } from "#store/heart-monitor.ts";
import classes from "./charts.module.css";
import { DayColumns } from "./charts.tsx";
import { useDate } from "./monitor-heading.tsx";
import { weekOf } from "./reading-rules.ts";

const LOWEST = 40;
const HIGHEST = 200;
const HEIGHT = 72;

/** How high above the lowest rate a point is, in the drawing's units. */
const heightOf = (bpm: number) => ((bpm - LOWEST) / (HIGHEST - LOWEST)) * (HEIGHT - 12) + 6;

/** How many readings are listed where not all are. */
const LISTED = 5;

const TITLE = "Your readings";

/** Points, so that nobody takes a reading for one of the bars. */
function Week({ readings }: { readonly readings: readonly Reading[] }) {
  // The page may stay open over midnight.
  useDate();
  const now = wallTime();
  const newest = readings.at(-1)?.at ?? now;
  const days = weekOf(readings, Math.max(now, newest)).map(({ letter, bpm }) => ({
    letter,
    value: bpm,
    isMarked: true,
    drawing: (
      <svg className={classes.point} viewBox={`0 0 20 ${HEIGHT}`} aria-hidden="true">
        {bpm !== null && <circle cx="10" cy={HEIGHT - heightOf(bpm)} r="5" />}
      </svg>
    ),
  }));
  return <DayColumns days={days} />;
}

function Empty() {
  return (
    <FigureCard icon="pulse" title={TITLE}>
      <p className={classes.empty}>No readings yet</p>
      <p className={classes.note}>Measure your pulse under Today, and it is listed here.</p>
    </FigureCard>
  );
}

type ReadingsProps = {
  /** Whether all are listed, and it is said when there are none. */
  readonly isWhole?: boolean;
};

/** Shows the week and the newest readings, or all. */
export function Readings({ isWhole = false }: ReadingsProps) {
  const readings = readingsRecord.use();
  if (readings.length === 0) return isWhole ? <Empty /> : null;
  return (
    <FigureCard icon="pulse" title={TITLE}>
      <p className={classes.note}>Points: what you measured, in BPM, as the mean of each day.</p>
      <Week readings={readings} />
      <ol className={classes.list}>
        {readings
          .slice(isWhole ? 0 : -LISTED)
          .reverse()
          .map(({ at, bpm }) => (
            <li key={at} className={classes.row}>
              <span>{dayTimeText(at, wallTime())}</span>
              <b>{bpm} BPM</b>
            </li>
          ))}
      </ol>
      <Button tone="quiet" onClick={readingsRecord.clear}>
        Delete readings
      </Button>
    </FigureCard>
  );
}
