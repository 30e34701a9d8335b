/** The gift section. */

import { ButtonLink } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import * as paths from "#content/paths.ts";
import { priceLabel } from "#content/price.ts";
import classes from "./details.module.css";
import { Section } from "./section.tsx";

/** How a gift works, and a link to the gift page. */
export function GiftTeaser() {
  return (
    <Section
      id="gift"
      title="Give it to somebody you worry about"
      lead="You pay once and get a private link. Your friend opens it, enters an e-mail address, and has lifetime access."
      isSunken
    >
      <div className={classes.row}>
        <ButtonLink href={paths.gift}>
          <Icon name="gift" />
          Buy as a gift - {priceLabel}
        </ButtonLink>
        <p className={classes.advice}>
          Send the link only where nobody else can read it. We never write to your friend unasked.
        </p>
      </div>
    </Section>
  );
}
