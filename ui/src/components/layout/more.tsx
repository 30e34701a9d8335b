/** Details that are collapsed behind a title. */
import type { ReactNode } from "react";
import { Icon } from "#components/icon.tsx";
import classes from "./rows.module.css";

type MoreProps = {
  /** What is behind it, in a few words. */
  readonly title: string;
  readonly children: ReactNode;
};

/** Closed until it is asked for, with and without script. */
export function More({ title, children }: MoreProps) {
  return (
    <details className={classes.more}>
      <summary className={classes.moreTitle}>
        {title}
        <Icon name="right" />
      </summary>
      <div className={classes.rest}>{children}</div>
    </details>
  );
}
