/** A numbered list. */
import classes from "./steps.module.css";

/** Shows `items` with their numbers. */
export function Steps({ items }: { items: readonly string[] }) {
  return (
    <ol className={classes.steps}>
      {items.map((item) => (
        <li key={item} className={classes.step}>
          {item}
        </li>
      ))}
    </ol>
  );
}
