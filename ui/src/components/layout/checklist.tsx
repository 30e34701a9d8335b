/** A list with a check mark before each item. */
import type { ReactNode } from "react";
import { Icon } from "#components/icon.tsx";
import classes from "./checklist.module.css";
import layoutClasses from "./layout.module.css";

/** Shows `items` in order. */
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
