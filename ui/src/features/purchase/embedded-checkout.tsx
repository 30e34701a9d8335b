/** The card form of the checkout, from "Setting up secure payment..." to the payment. */

import { Button } from "#components/button.tsx";
import { Notice } from "#components/notice.tsx";
import { Spinner } from "#components/spinner.tsx";
import { priceLabel } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import { paymentOffline } from "#content/shop-messages.ts";
import { currentOrigin } from "#platform/address.ts";
import type { StripeSite } from "#platform/stripe.ts";
import { Payment } from "./payment.tsx";
import { useCheckout } from "./use-checkout.ts";

/** Rendered in the browser only: what it shows depends on what this device has stored. */
export function EmbeddedCheckout({ site }: { readonly site: StripeSite }) {
  const { checkout, retry } = useCheckout();
  switch (checkout.name) {
    case "preparing":
    case "refused":
      return <Spinner label="Setting up secure payment..." />;
    case "offline":
      return (
        <Notice tone="bad" role="alert">
          <p>{paymentOffline}</p>
          <Button tone="secondary" onClick={retry}>
            Try again
          </Button>
        </Notice>
      );
    case "ready":
      return (
        <Payment
          site={site}
          clientSecret={checkout.clientSecret}
          returnUrl={currentOrigin() + paths.paymentSuccess}
          label={`Complete Purchase - ${priceLabel}`}
        />
      );
  }
}
