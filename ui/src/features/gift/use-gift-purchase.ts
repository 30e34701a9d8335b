/** Prepares the payment of a gift (spec section 4, "Gift purchase"). */
import { useReducer } from "react";
import { isUnanswered } from "#api/client.ts";
import { createGiftPaymentIntent } from "#api/payments.ts";
import { showToast } from "#components/toast-store.ts";
import { purchaseMessages } from "#content/messages.ts";
import { paymentOffline } from "#content/shop-messages.ts";
import { pendingPurchaseRecord } from "#store/pending-purchase.ts";
import type { GiftDetails } from "#wire/pages.ts";
import { type GiftPurchaseState, nextGiftPurchase } from "./machine.ts";
import { checkGiftDetails, trimmedDetails } from "./rules.ts";

/** The state of the payment and what the form does. */
export type GiftPurchase = {
  readonly state: GiftPurchaseState;
  readonly continueToPayment: (typed: GiftDetails) => void;
  readonly detailsChanged: () => void;
};

/** Starts with the details. */
export function useGiftPurchase(): GiftPurchase {
  const [state, dispatch] = useReducer(nextGiftPurchase, { name: "details" });

  const continueToPayment = (typed: GiftDetails): void => {
    const wrong = checkGiftDetails(typed);
    if (wrong !== null) {
      showToast(wrong);
      return;
    }
    const details = trimmedDetails(typed);
    dispatch({ type: "continued" });
    createGiftPaymentIntent(details).then(
      (clientSecret) => {
        const { buyerEmail, recipientEmail } = details;
        const timestamp = Date.now();
        pendingPurchaseRecord.write({ type: "gift", buyerEmail, recipientEmail, timestamp });
        dispatch({ type: "intent-created", clientSecret });
      },
      (error: Error) => {
        const reason = isUnanswered(error) ? paymentOffline : error.message;
        showToast(purchaseMessages.setupFailed(reason));
        dispatch({ type: "intent-failed" });
      },
    );
  };

  return { state, continueToPayment, detailsChanged: () => dispatch({ type: "details-changed" }) };
}
