/** What is shown after a payment that the card or the bank refused. */

import { ButtonLink } from "#components/button.tsx";
import formClasses from "#components/form/form.module.css";
import { Notice } from "#components/layout/notice.tsx";

/** The server asked the provider: nothing is paid, and the same payment can be tried again at `href`. */
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
