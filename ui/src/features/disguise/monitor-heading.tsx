/** The heading of a view of the heart monitor, dated like a diary. */
import { useSyncExternalStore } from "react";
import { dateText } from "#content/calendar.ts";
import { every, wallTime } from "#platform/clock.ts";
import { onShown } from "#platform/page/visibility.ts";
import classes from "./monitor.module.css";

/** How often the date is looked at, in milliseconds: the page may stay open over midnight. */
const LOOK_MS = 60_000;

function subscribe(listener: () => void): () => void {
  const stops = [every(LOOK_MS, listener), onShown(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

const today = () => dateText(wallTime());

/** Today's date, for what is rendered anew at midnight; empty on the server and during hydration. */
export const useDate = (): string => useSyncExternalStore(subscribe, today, () => "");

type MonitorHeadingProps = {
  readonly title: string;
  /** Whether today's date stands above the title. */
  readonly isDated?: boolean;
};

/** The server does not know the date where the person is, so the page keeps its line free until it is hydrated. */
export function MonitorHeading({ title, isDated = true }: MonitorHeadingProps) {
  const date = useDate();
  return (
    <div className={classes.heading}>
      {isDated && <p className={classes.date}>{date}</p>}
      <h1 className={classes.title}>{title}</h1>
    </div>
  );
}
