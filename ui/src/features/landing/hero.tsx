/** The hero of the landing page. */

import type { ReactNode } from "react";
import { ButtonLink } from "#components/button.tsx";
import textClasses from "#components/text.module.css";
import * as paths from "#content/paths.ts";
import { currencyName, moneyBack, priceLabel } from "#content/price.ts";
import classes from "./hero.module.css";
import { HeroPhone } from "./hero-phone-static.tsx";

type HeroProps = {
  /** The purchase button. */
  readonly buyLink: ReactNode;
};

/** The promise, the price, the purchase and demo links, and a phone that shows what happens. */
export function Hero({ buyLink }: HeroProps) {
  return (
    <div className={classes.hero}>
      <div className={classes.words}>
        <h1 className={classes.title}>A plain heart monitor. Until you need help.</h1>
        <p className={classes.lead}>
          Press one button or say one word. The screen locks, sound is recorded, and a message is
          ready for two people you trust, with your location if it is found.
        </p>
        <div className={classes.actions}>
          {buyLink}
          <ButtonLink tone="secondary" href={paths.heartMonitor}>
            Try the live demo
          </ButtonLink>
        </div>
        <p className={textClasses.note}>
          {priceLabel} ({currencyName}) once. No subscription. {moneyBack}.{" "}
          <a href={paths.redownload}>Already Purchased?</a>
        </p>
      </div>
      <div className={classes.picture}>
        <HeroPhone />
      </div>
    </div>
  );
}
