/** A progress ring with a label. */
import classes from "./spinner.module.css";

/** Screen readers announce the label, which is shown beside the ring. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className={classes.spinner} role="status">
      <span className={classes.ring} aria-hidden="true" />
      {label}
    </span>
  );
}
