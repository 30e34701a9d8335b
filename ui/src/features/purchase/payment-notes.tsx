/** What a payer is told: the terms, that a payment is simulated, and that one was refused. */

import { ButtonLink } from "#components/button.tsx";
import formClasses from "#components/form/form.module.css";
import { Notice } from "#components/layout/notice.tsx";
import textClasses from "#components/text.module.css";
import * as paths from "#content/paths.ts";
import { namedPrice } from "#content/price.ts";

/** What a payer agrees to: the amount with its currency, and links to the terms and the privacy policy. */
export function PaymentTerms() {
  return (
    <p className={textClasses.note}>
      By continuing you agree to a one-time payment of {namedPrice} and to the{" "}
      <a href={paths.terms}>terms</a>. Your card details go to Stripe, never to us:{" "}
      <a href={paths.privacy}>privacy policy</a>.
    </p>
  );
}

/** Shown when the server's configuration says so. */
export function TestPaymentNotice() {
  return (
    <Notice>
      <strong>Test payment</strong> - no real card is charged on this server.
    </Notice>
  );
}

/** After a payment that the card or the bank refused. The server asked the provider: nothing is paid, and the same payment can be tried again at `href`. */
export function TryAgain({ href }: { readonly href: string }) {
  return (
    <>
      <Notice tone="bad" role="status">
        The payment did not go through. Your card was not charged.
      </Notice>
      <div className={formClasses.actions}>
        <ButtonLink href={href}>Try again</ButtonLink>
      </div>
    </>
  );
}
