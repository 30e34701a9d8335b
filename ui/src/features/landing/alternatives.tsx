/** The section that compares the app with what else there is. */

import { Icon } from "#components/icon.tsx";
import { Card } from "#components/layout/card.tsx";
import { alternatives } from "#content/alternatives.ts";
import classes from "./details.module.css";
import { FoldedSection } from "./section.tsx";

/** What each does better, and what it does not do. */
export function Alternatives() {
  return (
    <FoldedSection
      id="compare"
      title="What else there is"
      lead="Use more than one. Ask yourself: who might look at your phone? And what if you cannot tap?"
    >
      <ul className={classes.alternativeGrid}>
        {alternatives.map(({ name, better, lacks }) => (
          <li key={name}>
            <Card className={classes.one}>
              <h3>{name}</h3>
              <p className={classes.better}>
                <Icon name="check" />
                {better}
              </p>
              <p className={classes.lacks}>
                <Icon name="close" />
                {lacks}
              </p>
            </Card>
          </li>
        ))}
      </ul>
    </FoldedSection>
  );
}
