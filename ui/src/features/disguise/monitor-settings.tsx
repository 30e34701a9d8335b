/** The heart monitor's own settings. None of the app's are among them, so nobody is asked for a code. */
import { Button } from "#components/button.tsx";
import { Panel } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import textClasses from "#components/text.module.css";
import { measureNotes } from "#content/heart-monitor.ts";
import { readingsRecord } from "#store/heart-monitor.ts";
import { FigureSwitches } from "./heart-options.tsx";
import classes from "./monitor.module.css";
import { MonitorHeading } from "./monitor-heading.tsx";

/** Each does what it says. */
export function MonitorSettings() {
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
