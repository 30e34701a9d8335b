/** A list with a check mark before each item. */
import type { ReactNode } from "react";
import classes from "./checklist.module.css";
import { Icon } from "./icon.tsx";

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
