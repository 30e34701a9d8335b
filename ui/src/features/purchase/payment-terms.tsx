/** What a payer agrees to. */

import textClasses from "#components/text.module.css";
import * as paths from "#content/paths.ts";
import { namedPrice } from "#content/price.ts";

/** The amount with its currency, and links to the terms and the privacy policy. */
export function PaymentTerms() {
  return (
    <p className={textClasses.note}>
      By continuing you agree to a one-time payment of {namedPrice} and to the{" "}
      <a href={paths.terms}>terms</a>. Your card details go to Stripe, never to us:{" "}
      <a href={paths.privacy}>privacy policy</a>.
    </p>
  );
}
