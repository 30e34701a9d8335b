/** The terms of a purchase. */
import { terms } from "#content/terms.ts";
import { FoldedSection } from "./section.tsx";
import classes from "./terms.module.css";

/** Its title, here and on a page of its own. */
export const termsTitle = "Terms, in plain words";

/** The sentences as a list. */
export function TermsList() {
  return (
    <ul className={classes.list}>
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
