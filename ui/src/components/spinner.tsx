/** Shows that something is being waited for. */
import classes from "./spinner.module.css";

/** The label is read aloud and shown beside the ring. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className={classes.spinner} role="status">
      <span className={classes.ring} aria-hidden="true" />
      {label}
    </span>
  );
}
