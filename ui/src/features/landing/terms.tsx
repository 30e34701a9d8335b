/** The terms of a purchase. */
import { terms } from "#content/terms.ts";
import { Section } from "./section.tsx";
import classes from "./terms.module.css";

/** The sentences as a list. */
export function Terms() {
  return (
    <Section id="terms" title="Terms, in plain words">
      <ul className={classes.list}>
        {terms.map((term) => (
          <li key={term}>{term}</li>
        ))}
      </ul>
    </Section>
  );
}
