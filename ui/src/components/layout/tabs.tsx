/** Tabs after the WAI-ARIA Authoring Practices: one tab stop, arrow keys, Home and End. */
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import layoutClasses from "./layout.module.css";
import classes from "./tabs.module.css";

/** One tab and its content. */
export type Tab = { readonly id: string; readonly label: string; readonly content: ReactNode };

/** The index that a key moves to among `count` tabs, or null for any other key. */
function tabAfterKey(key: string, index: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return (index + 1) % count;
    case "ArrowLeft":
      return (index + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** Shows one tab's content at a time, at first that of the first. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const prefix = useId();
  const [shown, setShown] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = tabAfterKey(event.key, shown, tabs.length);
    if (next === null) return;
    event.preventDefault();
    setShown(next);
    buttons.current[next]?.focus();
  };

  return (
    <div className={layoutClasses.stack}>
      <div className={classes.list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            ref={(button) => {
              buttons.current[index] = button;
            }}
            type="button"
            role="tab"
            id={`${prefix}-${tab.id}`}
            className={classes.tab}
            aria-selected={index === shown}
            aria-controls={`${prefix}-${tab.id}-panel`}
            tabIndex={index === shown ? 0 : -1}
            onClick={() => setShown(index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${prefix}-${tab.id}-panel`}
          aria-labelledby={`${prefix}-${tab.id}`}
          hidden={index !== shown}
        >
          {index === shown && tab.content}
        </div>
      ))}
    </div>
  );
}
