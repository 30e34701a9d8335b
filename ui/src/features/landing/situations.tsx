/** The section with illustrative situations, marked as such. */

import { Icon } from "#components/icon.tsx";
import { Card } from "#components/layout/card.tsx";
import { situations } from "#content/situations.ts";
import classes from "./details.module.css";
import { FoldedSection } from "./section.tsx";

/** The situations as cards. */
export function Situations() {
  return (
    <FoldedSection
      id="testimonials"
      title="Who it is for"
      lead="Illustrative situations, not customers' words. We ask nobody what happened to them."
    >
      <ul className={classes.grid}>
        {situations.map(({ icon, title, text }) => (
          <li key={title}>
            <Card className={classes.situation}>
              <Icon name={icon} />
              <h3>{title}</h3>
              <p>{text}</p>
            </Card>
          </li>
        ))}
      </ul>
    </FoldedSection>
  );
}
