/** The layout of an app page: one column. */
import type { ReactNode } from "react";
import classes from "./column.module.css";

type ColumnProps = {
  /** What other code finds the screen by, as `data-screen`. */
  readonly name?: string;
  readonly children: ReactNode;
};

/** Renders the document's `main`. */
export function Column({ name, children }: ColumnProps) {
  return (
    <main id="main" className={classes.column} data-screen={name}>
      {children}
    </main>
  );
}
