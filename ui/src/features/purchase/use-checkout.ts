/** Prepares the payment on the checkout page (spec sections 2, 4 and 8). */

import { useEffect, useState } from "react";
import { isUnanswered } from "#api/client.ts";
import { createPaymentIntent } from "#api/payments.ts";
import { showToast } from "#components/toast-store.ts";
import { redirectTimes } from "#content/limits.ts";
import { purchaseMessages } from "#content/messages.ts";
import * as paths from "#content/paths.ts";
import { loadDocument } from "#platform/navigation.ts";
import { reportFailure } from "#platform/report.ts";
import { readPurchaseEmail } from "#store/purchase-email.ts";

/** What the checkout page shows in the place of the card form. */
export type Checkout =
  | { readonly name: "preparing" }
  | { readonly name: "ready"; readonly clientSecret: string }
  /** Nothing answered; the person may try again. */
  | { readonly name: "offline" }
  /** The server refused; the home page follows. */
  | { readonly name: "refused" };

/** Starts at once. Without an address entered before, the home page asks for it. */
export function useCheckout(): { checkout: Checkout; retry: () => void } {
  const [checkout, setCheckout] = useState<Checkout>({ name: "preparing" });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    const email = readPurchaseEmail();
    if (email === null) {
      loadDocument(paths.landing);
      return;
    }
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fail = (error: Error): void => {
      if (isUnanswered(error)) {
        setCheckout({ name: "offline" });
        return;
      }
      setCheckout({ name: "refused" });
      reportFailure("The payment could not be set up.", error);
      showToast(purchaseMessages.setupFailed(error.message));
      timer = setTimeout(() => loadDocument(paths.landing), redirectTimes.checkoutFailedMs);
    };
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
