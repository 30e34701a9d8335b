/** A screen of the heart monitor: one of its views, over the bar that leads to the others. */
import type { ReactNode } from "react";
import { Column } from "#components/layout/screen.tsx";
import { scrollToTop } from "#platform/page/navigation.ts";
import { WeeklyChart } from "./charts.tsx";
import classes from "./monitor.module.css";
import { MonitorHeading } from "./monitor-heading.tsx";
import { MonitorNav, type MonitorView } from "./monitor-nav.tsx";
import { MonitorSettings } from "./monitor-settings.tsx";
import { Readings } from "./readings.tsx";

/** The view of the week: activity, and all that was measured. */
export function Trends() {
  return (
    <>
      <MonitorHeading title="Trends" />
      <WeeklyChart />
      <Readings isWhole />
    </>
  );
}

type MonitorScreenProps = {
  readonly view: MonitorView;
  readonly onGo: (view: MonitorView) => void;
  /** The view of today. */
  readonly children: ReactNode;
};

/** The other views are the same whether an emergency is hidden or not. */
export function MonitorScreen({ view, onGo, children }: MonitorScreenProps) {
  const go = (next: MonitorView) => {
    onGo(next);
    scrollToTop();
  };
  return (
    <div className={classes.screen}>
      <Column>
        {view === "today" && children}
        {view === "trends" && <Trends />}
        {view === "settings" && <MonitorSettings />}
      </Column>
      <MonitorNav view={view} onGo={go} />
    </div>
  );
}
