/** A list with a check mark before each item. */
import type { ReactNode } from "react";
import { Icon } from "#components/icon.tsx";
import classes from "./checklist.module.css";

/** Shows `items` in order. */
export function Checklist({ items }: { items: readonly string[] }): ReactNode {
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item} className={classes.item}>
          <Icon name="check" />
          {item}
        </li>
      ))}
    </ul>
  );
}
