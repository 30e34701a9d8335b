/** The layouts of the app's screens, and the position in a sequence of them. */
import type { ReactNode } from "react";
import classes from "./screen.module.css";

type ColumnProps = {
  /** What other code finds the screen by, as `data-screen`. */
  readonly name?: string;
  readonly children: ReactNode;
};

/** One column, as the document's `main`. */
export function Column({ name, children }: ColumnProps) {
  return (
    <main id="main" className={classes.column} data-screen={name}>
      {children}
    </main>
  );
}

type NarrowScreenProps = {
  readonly title: string;
  /** What other code finds the screen by, as `data-screen`. */
  readonly name?: string;
  readonly children: ReactNode;
};

/** One narrow column below its heading, as the document's `main`. */
export function NarrowScreen({ title, name, children }: NarrowScreenProps) {
  return (
    <main id="main" className={classes.screen} data-screen={name}>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

/** The position in a sequence of steps; `step` counts from 0. */
export function ProgressDots({ step, count }: { step: number; count: number }) {
  return (
    <div className={classes.dots} role="img" aria-label={`Step ${step + 1} of ${count}`}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the dots never change their order.
        <span key={index} className={classes.dot} data-done={index <= step || undefined} />
      ))}
    </div>
  );
}
