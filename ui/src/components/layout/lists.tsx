/** Lists with a sign before each item. */
import type { ReactNode } from "react";
import { Icon } from "#components/icon.tsx";
import layoutClasses from "./layout.module.css";
import classes from "./lists.module.css";

/** A check mark before each item. */
export function Checklist({ items }: { items: readonly string[] }): ReactNode {
  return (
    <ul className={layoutClasses.close}>
      {items.map((item) => (
        <li key={item} className={classes.item}>
          <Icon name="check" />
          {item}
        </li>
      ))}
    </ul>
  );
}

/** A number before each item. */
export function Steps({ items }: { items: readonly string[] }) {
  return (
    <ol className={classes.steps}>
      {items.map((item) => (
        <li key={item} className={classes.step}>
          {item}
        </li>
      ))}
    </ol>
  );
}
