/** Days side by side: each with its value, a drawing of it, and the day's letter. A list for screen readers. */
import type { ReactNode } from "react";
import classes from "./charts.module.css";

type DayColumn = {
  readonly letter: string;
  /** Null for a day that has none. */
  readonly value: number | null;
  /** Whether the value stands out. */
  readonly isMarked: boolean;
  readonly drawing: ReactNode;
};

/** The days never change their order. */
export function DayColumns({ days }: { readonly days: readonly DayColumn[] }) {
  return (
    <ul className={classes.days}>
      {days.map(({ letter, value, isMarked, drawing }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: days share letters, and none ever moves.
        <li key={index} className={classes.day}>
          <span className={isMarked ? classes.marked : classes.value}>{value}</span>
          {drawing}
          <span className={classes.letter}>{letter}</span>
        </li>
      ))}
    </ul>
  );
}
