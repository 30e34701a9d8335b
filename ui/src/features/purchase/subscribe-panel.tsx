/** The choice between an own purchase and a gift, and the form for the hosted card page. */

import { Button, ButtonLink } from "#components/button.tsx";
import formClasses from "#components/form/form.module.css";
import { Panel } from "#components/layout/card.tsx";
import { Checklist } from "#components/layout/lists.tsx";
import { Notice } from "#components/layout/notice.tsx";
import textClasses from "#components/text.module.css";
import { appFeatures } from "#content/offer.ts";
import * as paths from "#content/paths.ts";
import { currencyName, priceLabel } from "#content/price.ts";
import classes from "./subscribe-panel.module.css";

/** The choice works without script: radio buttons and CSS. */
export function SubscribePanel({ error }: { readonly error: string | null }) {
  return (
    <>
      {error !== null && (
        <Notice tone="bad" role="alert">
          {error}
        </Notice>
      )}
      <fieldset className={classes.choice}>
        <legend className={classes.legend}>Who is it for?</legend>
        <input className={classes.self} type="radio" name="for" id="for-self" defaultChecked />
        <label className={classes.option} htmlFor="for-self">
          Buy for Myself
        </label>
        <input className={classes.gift} type="radio" name="for" id="for-gift" />
        <label className={classes.option} htmlFor="for-gift">
          Gift to Friend
        </label>
        <div className={classes.panels}>
          <Panel title={`${priceLabel} One-Time`}>
            <Checklist items={appFeatures} />
            <form
              className={classes.forSelf}
              method="post"
              action={paths.buy}
              target="_blank"
              rel="noopener"
            >
              <input type="hidden" name="from" value="subscribe" />
              <Button type="submit">Buy Now</Button>
              <p className={textClasses.note}>
                You pay in {currencyName}. Opens Stripe's secure card page in a new tab. It asks for
                your email address, which gives you access again later.
              </p>
            </form>
            <div className={classes.forGift}>
              <ButtonLink href={paths.gift}>Buy Now</ButtonLink>
              <p className={textClasses.note}>
                Opens the gift page, where you enter both email addresses before you pay. You pay
                once, in {currencyName}, and get a link to share. Your friend pays nothing, and we
                send nothing to your friend.
              </p>
            </div>
          </Panel>
        </div>
      </fieldset>
      <a className={formClasses.link} href={paths.redownload}>
        Already purchased?
      </a>
    </>
  );
}
