/** The embedded checkout: prepares the payment and shows the card form. */

import { useEffect, useState } from "react";
import { isUnanswered } from "#api/client.ts";
import { createPaymentIntent, isPaidAlready } from "#api/payments.ts";
import { showToast } from "#components/toast/toast-store.ts";
import { redirectTimes } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import { priceLabel } from "#content/price.ts";
import { paymentOffline, purchaseMessages } from "#content/shop-messages.ts";
import { currentOrigin } from "#platform/page/address.ts";
import { replaceDocument } from "#platform/page/navigation.ts";
import { reportFailure } from "#platform/report.ts";
import { loadStripeScript } from "#platform/stripe-script.ts";
import { readPurchaseEmail } from "#store/access/purchase-email.ts";
import type { StripeScript } from "#wire/pages.ts";
import { MissingForm, WaitingForm } from "./form-place.tsx";
import { Payment } from "./payment.tsx";
import { purchaseStart } from "./purchase-start.ts";

type EmbeddedCheckoutProps = {
  readonly site: StripeScript;
  /** This device owns the app, so that nothing can be bought. */
  readonly onOwned: () => void;
};

const label = `Complete Purchase - ${priceLabel}`;

/** What stands in its place until the payment is prepared, and on the server. */
export function PreparingCheckout() {
  return <WaitingForm words="Setting up secure payment..." label={label} />;
}

/** Render it in the browser only: it depends on this device's records. */
export function EmbeddedCheckout({ site, onOwned }: EmbeddedCheckoutProps) {
  const { checkout, retry } = useCheckout(site, onOwned);
  switch (checkout.name) {
    case "preparing":
    case "refused":
      return <PreparingCheckout />;
    case "offline":
      return <MissingForm reason={paymentOffline} label={label} onRetry={retry} />;
    case "ready":
      return (
        <Payment
          site={site}
          clientSecret={checkout.clientSecret}
          returnUrl={currentOrigin() + paths.paymentSuccess}
          label={label}
        />
      );
  }
}

/** The states of the checkout. */
type Checkout =
  | { readonly name: "preparing" }
  | { readonly name: "ready"; readonly clientSecret: string }
  /** No response; the user may retry. */
  | { readonly name: "offline" }
  /** The server refused; the page where a purchase begins follows. */
  | { readonly name: "refused" };

/** Prepares the payment at once. Without a stored address it goes back to where a purchase begins. */
function useCheckout(
  site: StripeScript,
  onOwned: () => void,
): { checkout: Checkout; retry: () => void } {
  const [checkout, setCheckout] = useState<Checkout>({ name: "preparing" });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    const email = readPurchaseEmail();
    if (email === null) {
      // Without an entry of its own, so that "back" does not end here again.
      replaceDocument(purchaseStart());
      return;
    }
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fail = (error: Error): void => {
      if (isPaidAlready(error)) {
        onOwned();
        return;
      }
      if (isUnanswered(error)) {
        setCheckout({ name: "offline" });
        return;
      }
      setCheckout({ name: "refused" });
      reportFailure("The payment could not be set up", error);
      showToast(purchaseMessages.setupFailed(error.message));
      timer = setTimeout(() => replaceDocument(purchaseStart()), redirectTimes.checkoutFailedMs);
    };
    // Both were begun by the page's first script. The form says when the provider's failed.
    loadStripeScript(site).catch(() => undefined);
    createPaymentIntent(email).then(
      (clientSecret) => !isOver && setCheckout({ name: "ready", clientSecret }),
      (error: Error) => !isOver && fail(error),
    );
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [attempt]);

  const retry = (): void => {
    setCheckout({ name: "preparing" });
    setAttempt((count) => count + 1);
  };
  return { checkout, retry };
}
