/** What a payer agrees to. */
import * as paths from "#content/paths.ts";
import { namedPrice } from "#content/price.ts";
import classes from "./payment-terms.module.css";

/** The amount with its currency, and links to the terms and the privacy policy. */
export function PaymentTerms() {
  return (
    <p className={classes.terms}>
      By continuing you agree to a one-time payment of {namedPrice} and to the{" "}
      <a href={paths.terms}>terms</a>. Your card details go to Stripe, never to us:{" "}
      <a href={paths.privacy}>privacy policy</a>.
    </p>
  );
}
