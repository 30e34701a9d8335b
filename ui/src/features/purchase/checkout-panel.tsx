/** The order, its terms and the e-mail form (spec section 2, /checkout). */
import { useEffect, useRef } from "react";
import { Button } from "#components/button.tsx";
import { Card } from "#components/card.tsx";
import { Checklist } from "#components/checklist.tsx";
import { Field } from "#components/field.tsx";
import { checkoutTerms } from "#content/features.ts";
import { priceLabel } from "#content/limits.ts";
import { readPurchaseEmail } from "#store/purchase-email.ts";
import classes from "./checkout-panel.module.css";

type CheckoutPanelProps = {
  /** Where the form is sent. */
  readonly action: string;
  readonly homePath: string;
  readonly email: string;
  readonly error: string | null;
  /** Whether no real money moves. */
  readonly isTest: boolean;
};

/** A form that the browser sends by itself. */
export function CheckoutPanel({ action, homePath, email, error, isTest }: CheckoutPanelProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Nobody should have to type again what the landing page has asked for already.
    if (field.current?.value === "") field.current.value = readPurchaseEmail() ?? "";
  }, []);
  return (
    <main id="main" className={classes.checkout}>
      <h1 className={classes.title}>Complete Your Purchase</h1>
      {isTest && (
        <p className={classes.test}>Test payments: no real card is charged on this server.</p>
      )}
      <Card className={classes.card}>
        <h2>Secure Payment - {priceLabel}</h2>
        <Checklist items={checkoutTerms} />
        <form className={classes.form} method="post" action={action}>
          <input type="hidden" name="from" value="checkout" />
          <Field
            id="email"
            ref={field}
            label="Email Address"
            hint="We use it to give you access again later. Choose one that only you can read."
            name="email"
            type="email"
            autoComplete="email"
            inputMode="email"
            required
            defaultValue={email}
            error={error}
          />
          <Button type="submit">Continue to Payment - {priceLabel}</Button>
        </form>
        <p className={classes.notice}>
          By continuing you agree to a one-time payment of {priceLabel}. Your card details go to
          Stripe, never to us. <a href={`${homePath}#privacy`}>Privacy policy</a>
        </p>
      </Card>
      <p>
        <a className={classes.home} href={homePath}>
          Back to Home
        </a>
      </p>
    </main>
  );
}
