/** The screens of the heart monitor: its views, over the bar that leads to the others. */
import type { ReactNode } from "react";
import { Button } from "#components/button.tsx";
import { Panel } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Column } from "#components/layout/screen.tsx";
import textClasses from "#components/text.module.css";
import { measureNotes } from "#content/heart-monitor.ts";
import { scrollToTop } from "#platform/page/navigation.ts";
import { readingsRecord } from "#store/heart-monitor.ts";
import { WeeklyChart } from "./charts.tsx";
import { FigureSwitches } from "./heart-options.tsx";
import classes from "./monitor.module.css";
import { MonitorHeading } from "./monitor-heading.tsx";
import { MonitorNav, type MonitorView } from "./monitor-nav.tsx";
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

/** The heart monitor's own settings. None of the app's are among them, so nobody is asked for a code. */
function MonitorSettings() {
  const readings = readingsRecord.use();
  const facts = [
    ["Unit", "Beats per minute (BPM)"],
    ["Measured with", "Camera"],
    ["Kept on this device", `${readings.length} ${readings.length === 1 ? "reading" : "readings"}`],
  ] as const;
  return (
    <>
      <MonitorHeading title="Settings" isDated={false} />
      <Panel title="Shown under Today">
        <FigureSwitches />
      </Panel>
      <Panel title="Heart rate">
        <dl className={layoutClasses.close}>
          {facts.map(([name, value]) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd className={textClasses.soft}>{value}</dd>
            </div>
          ))}
        </dl>
        {readings.length > 0 && (
          <Button tone="quiet" onClick={readingsRecord.clear}>
            Delete readings
          </Button>
        )}
      </Panel>
      <p className={classes.note}>{measureNotes.notMedical}</p>
    </>
  );
}
