/** The position in a sequence of steps. */
import classes from "./screen.module.css";

/** `step` counts from 0. */
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
