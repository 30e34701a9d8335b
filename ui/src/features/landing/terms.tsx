/** The terms of a purchase. */

import { nationalText } from "#content/emergency-numbers.ts";
import { namedPrice, refundTime } from "#content/price.ts";
import classes from "./section.module.css";
import { FoldedSection } from "./section.tsx";

/** Each is a sentence or two. */
const terms = [
  `You pay ${namedPrice} once. You get lifetime access and free updates, on unlimited devices. Nothing renews.`,
  `You have ${refundTime} to ask for your money back, and you get it.`,
  "A gift link works once and does not expire. If the gift is refunded, the link stops working, and the app that was opened with it becomes the free preview.",
  `The app complements the emergency services and never replaces them: call ${nationalText("or")}. It depends on your phone, its signal and what you allow it to do. Nobody can promise that it works every time, so test it.`,
  "Use it to protect yourself, or someone who wants it. Where you live, it may be against the law to record people who did not agree to it.",
] as const;

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
