/** The checkout: terms, embedded card form and the form for the hosted page. */

import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "#components/button.tsx";
import { EmailField } from "#components/form/field.tsx";
import formClasses from "#components/form/form.module.css";
import { Panel } from "#components/layout/card.tsx";
import { Checklist } from "#components/layout/lists.tsx";
import { NarrowPage } from "#components/layout/page.tsx";
import { checkoutTerms } from "#content/offer.ts";
import * as paths from "#content/paths.ts";
import { priceLabel } from "#content/price.ts";
import { readPurchaseEmail } from "#store/access/purchase-email.ts";
import classes from "./checkout.module.css";
import { Payer } from "./payer.tsx";
import { PaymentTerms, TestPaymentNotice } from "./payment-notes.tsx";

type CheckoutPanelProps = {
  readonly email: string;
  readonly error: string | null;
  /** What the card statement shows. */
  readonly statement: ReactNode;
  /** Whether payments are simulated. */
  readonly isTest: boolean;
  /** The embedded card form, or null for the hosted page only. */
  readonly embedded: ReactNode;
};

/**
 * With `embedded`, CSS hides the form for the hosted page where scripts run; a link shows it again.
 */
export function CheckoutPanel(props: CheckoutPanelProps) {
  const isEmbedded = props.embedded !== null;
  return (
    <NarrowPage title="Complete Your Purchase">
      {props.isTest && <TestPaymentNotice />}
      <Panel title={`Secure Payment - ${priceLabel}`}>
        <Checklist items={checkoutTerms} />
        {props.statement}
        {isEmbedded && (
          <div className={classes.embedded}>
            <Payer />
            {props.embedded}
            <a className={formClasses.link} href="#hosted">
              Trouble with this form? Pay on Stripe's own page
            </a>
          </div>
        )}
        <div id="hosted" className={isEmbedded ? classes.alternative : undefined}>
          <HostedForm {...props} />
        </div>
        <PaymentTerms />
      </Panel>
      <a className={formClasses.link} href={paths.landing}>
        Back to Home
      </a>
    </NarrowPage>
  );
}

/** A form that the browser posts; the response redirects to the hosted page. */
function HostedForm({ email, error }: CheckoutPanelProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Filled with the address that was typed on the landing page.
    if (field.current?.value === "") field.current.value = readPurchaseEmail() ?? "";
  }, []);
  return (
    <form className={classes.form} method="post" action={paths.buy}>
      <input type="hidden" name="from" value="checkout" />
      <EmailField
        id="email"
        ref={field}
        label="Email Address"
        hint="We use it to give you access again later. Choose one that only you can read."
        name="email"
        defaultValue={email}
        error={error}
      />
      <Button type="submit">Continue to Payment - {priceLabel}</Button>
    </form>
  );
}
