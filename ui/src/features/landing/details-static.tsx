/** The sections of the landing page below the price: questions, what is read by those who want to know more, gift, help, support. */

import { ButtonLink } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import * as paths from "#content/paths.ts";
import { priceLabel } from "#content/price.ts";
import { Alternatives } from "./alternatives.tsx";
import classes from "./details.module.css";
import { Faq } from "./faq.tsx";
import { Makers } from "./makers.tsx";
import { Privacy } from "./privacy.tsx";
import { Resources } from "./resources.tsx";
import { FoldedSections, Section } from "./section.tsx";
import { Situations } from "./situations.tsx";
import { Support } from "./support.tsx";
import { Terms } from "./terms.tsx";

type DetailsProps = { readonly supportEmail: string; readonly supportPhone: string };

/** Arranges them. */
export function Details({ supportEmail, supportPhone }: DetailsProps) {
  return (
    <div>
      <Faq />
      <FoldedSections>
        <Situations />
        <Alternatives />
        <Privacy />
        <Terms />
        <Makers />
      </FoldedSections>
      <GiftTeaser />
      <Resources />
      <Support email={supportEmail} phone={supportPhone} />
    </div>
  );
}

/** The gift section: how a gift works, and a link to the gift page. */
function GiftTeaser() {
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
