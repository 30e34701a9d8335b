/** The price box. */

import type { ReactNode } from "react";
import { Card } from "#components/layout/card.tsx";
import { Checklist } from "#components/layout/lists.tsx";
import { purchaseTerms } from "#content/offer.ts";
import * as paths from "#content/paths.ts";
import { currencyName, priceLabel } from "#content/price.ts";
import classes from "./landing.module.css";
import { Section } from "./section.tsx";

type PriceBoxProps = {
  /** The purchase button. */
  readonly buyLink: ReactNode;
  /** What the card statement shows. */
  readonly statement: ReactNode;
};

/** The price, its terms, the name on the statement, the purchase button, and a link for buyers. */
export function PriceBox({ buyLink, statement }: PriceBoxProps) {
  return (
    <Section
      id="price"
      title="One price, for good"
      lead="No account, no subscription, nothing that renews on a card statement."
      isSunken
    >
      <Card className={classes.box}>
        <div className={classes.price}>
          <p className={classes.amount}>{priceLabel}</p>
          <p>{currencyName}, one-time payment</p>
          {statement}
        </div>
        <Checklist items={purchaseTerms} />
        <div className={classes.priceActions}>
          {buyLink}
          <a className={classes.link} href={paths.redownload}>
            Already Purchased?
          </a>
        </div>
      </Card>
    </Section>
  );
}
