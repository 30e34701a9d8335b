/** The view of the week: activity, and all that was measured. */

import { WeeklyChart } from "./charts.tsx";
import { MonitorHeading } from "./monitor-heading.tsx";
import { Readings } from "./readings.tsx";

/** Says so where nothing was measured yet. */
export function Trends() {
  return (
    <>
      <MonitorHeading title="Trends" />
      <WeeklyChart />
      <Readings isWhole />
    </>
  );
}
