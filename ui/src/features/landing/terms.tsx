/** The terms of a purchase. */
import { terms } from "#content/terms.ts";
import classes from "./section.module.css";
import { FoldedSection } from "./section.tsx";

/** Its title, here and on a page of its own. */
export const termsTitle = "Terms, in plain words";

/** The sentences as a list. */
export function TermsList() {
  return (
    <ul className={classes.termsList}>
      {terms.map((term) => (
        <li key={term}>{term}</li>
      ))}
    </ul>
  );
}

/** The section of the landing page. */
export function Terms() {
  return (
    <FoldedSection id="terms" title={termsTitle}>
      <TermsList />
    </FoldedSection>
  );
}
