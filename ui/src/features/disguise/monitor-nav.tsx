/** The bar at the foot of the heart monitor. All that it leads to is the heart monitor's own: no view of it asks for a code. */
import { Icon, type IconName } from "#components/icon.tsx";
import classes from "./monitor.module.css";

/** What the heart monitor shows. */
export type MonitorView = "today" | "trends" | "settings";

const views: readonly (readonly [view: MonitorView, label: string, icon: IconName])[] = [
  ["today", "Today", "heart"],
  ["trends", "Trends", "bars"],
  ["settings", "Settings", "settings"],
];

type MonitorNavProps = {
  readonly view: MonitorView;
  readonly onGo: (view: MonitorView) => void;
};

/** Marks the view that is shown. */
export function MonitorNav({ view, onGo }: MonitorNavProps) {
  return (
    <nav className={classes.bar} aria-label="Views">
      <div className={classes.views}>
        {views.map(([name, label, icon]) => (
          <button
            key={name}
            type="button"
            className={classes.view}
            aria-current={name === view ? "page" : undefined}
            onClick={() => onGo(name)}
          >
            <Icon name={icon} />
            {label}
          </button>
        ))}
      </div>
    </nav>
  );
}
