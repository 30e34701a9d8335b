/** The hero of the landing page. */

import type { ReactNode } from "react";
import { ButtonLink } from "#components/button.tsx";
import { moneyBack } from "#content/offer.ts";
import * as paths from "#content/paths.ts";
import { productName } from "#content/product.ts";
import classes from "./hero.module.css";
import { HeartDrawing } from "./phone-drawings.tsx";

type HeroProps = {
  /** The purchase button. */
  readonly buyLink: ReactNode;
};

/** Heading, lead, purchase and demo links, and a drawing of the disguise. */
export function Hero({ buyLink }: HeroProps) {
  return (
    <div className={classes.hero}>
      <div className={classes.words}>
        <p className={classes.eyebrow}>Personal safety, in disguise</p>
        <h1 className={classes.title}>A plain heart monitor. Until you need help.</h1>
        <p className={classes.lead}>
          {productName} hides behind a plain heart-rate screen. One button, or one spoken word,
          locks the screen, records audio and prepares a message with your location for two people
          you trust.
        </p>
        <div className={classes.actions}>
          {buyLink}
          <ButtonLink tone="secondary" href={paths.heartMonitor}>
            Try the live demo
          </ButtonLink>
        </div>
        <p className={classes.terms}>
          Pay once. No subscription. {moneyBack}. <a href={paths.redownload}>Already Purchased?</a>
        </p>
      </div>
      <div className={classes.picture}>
        <HeartDrawing />
      </div>
    </div>
  );
}
