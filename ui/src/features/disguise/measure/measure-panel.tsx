/** The panel that measures: what it will do, the finger on the camera, and the reading. Loaded when it is opened. */
import { useLayoutEffect, useRef, useState } from "react";
import { Button } from "#components/button.tsx";
import { Card } from "#components/layout/card.tsx";
import textClasses from "#components/text.module.css";
import { measureNotes, measureProblems } from "#content/heart-monitor.ts";
import { browserMeasureDevices, type MeasureDevices } from "./devices.ts";
import classes from "./measure-panel.module.css";
import { type Measuring, startMeasuring } from "./measurement.ts";

type Running = Extract<Measuring, { readonly phase: "measuring" }>;

/** What the camera sees, in a ring that closes. */
function Lens({ preview, share }: Pick<Running, "preview" | "share">) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(preview), [preview]);
  return (
    <div className={classes.dial} aria-hidden="true">
      <div className={classes.lens} ref={place} />
      <svg className={classes.ring} viewBox="0 0 100 100" aria-hidden="true">
        <circle cx="50" cy="50" r="48" />
        <circle
          className={classes.share}
          cx="50"
          cy="50"
          r="48"
          pathLength="1"
          strokeDasharray={`${share} 1`}
        />
      </svg>
    </div>
  );
}

/** The newest wave, or a flat line. */
function Trace({ trace }: Pick<Running, "trace">) {
  const step = 320 / Math.max(1, trace.length - 1);
  const points = trace.map((height, index) => `${index * step},${32 - 28 * height}`);
  return (
    <svg className={classes.trace} viewBox="0 0 320 64" aria-hidden="true">
      <polyline points={points.length > 0 ? points.join(" ") : "0,32 320,32"} />
    </svg>
  );
}

/** What is to be seen of a measurement, its news for screen readers included. */
function Progress({ state }: { readonly state: Measuring }) {
  switch (state.phase) {
    case "opening":
      return <p role="status">Waiting for the camera...</p>;
    case "measuring":
      return (
        <>
          <Lens {...state} />
          <Trace {...state} />
          <p role="status">
            {state.isCovered ? "Measuring. Hold still." : "Cover the camera with your fingertip."}
          </p>
        </>
      );
    case "done":
      return (
        <p role="status">
          <span className={classes.value}>{state.bpm}</span>{" "}
          <span className={classes.unit}>BPM</span>
        </p>
      );
    case "failed":
      return <p role="alert">{measureProblems[state.reason]}</p>;
    default:
      return state satisfies never;
  }
}

type PanelProps = {
  readonly onClose: () => void;
  readonly devices?: MeasureDevices;
};

/** The camera is let go in the moment in which this goes from the screen. */
export function MeasurePanel({ onClose, devices = browserMeasureDevices }: PanelProps) {
  const [state, setState] = useState<Measuring | null>(null);
  const stop = useRef<() => void>(() => undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // So that its button is on the screen too, and not under the bar at the foot.
    heading.current?.parentElement?.scrollIntoView({ block: "center" });
    return () => stop.current();
  }, []);
  const start = () => {
    stop.current();
    stop.current = startMeasuring(devices, setState);
  };
  const isRunning = state?.phase === "opening" || state?.phase === "measuring";
  return (
    <Card className={classes.card}>
      <h2 ref={heading} tabIndex={-1} className={classes.title}>
        Measure
      </h2>
      {state === null ? (
        <>
          <p>{measureNotes.how}</p>
          <p className={textClasses.note}>{measureNotes.privacy}</p>
        </>
      ) : (
        <Progress state={state} />
      )}
      {!isRunning && (
        <Button onClick={start}>{state === null ? "Start measuring" : "Measure again"}</Button>
      )}
      <Button tone="secondary" onClick={onClose}>
        {isRunning ? "Cancel" : "Close"}
      </Button>
      <p className={textClasses.note}>{measureNotes.notMedical}</p>
    </Card>
  );
}
