/** The page that sells a gift: price, details, payment, message and how it works. */
import { type ReactNode, useReducer, useState } from "react";
import { isUnanswered } from "#api/client.ts";
import { createGiftPaymentIntent, isPaidAlready } from "#api/payments.ts";
import { Card } from "#components/card.tsx";
import { Panel } from "#components/panel.tsx";
import { Steps } from "#components/steps.tsx";
import { showToast } from "#components/toast-store.ts";
import { priceLabel } from "#content/limits.ts";
import { giftSteps } from "#content/offer.ts";
import * as paths from "#content/paths.ts";
import { paymentOffline, purchaseMessages } from "#content/shop-messages.ts";
import { wallTime } from "#platform/clock.ts";
import { loadDocument } from "#platform/navigation.ts";
import { boughtGiftRecord } from "#store/bought-gift.ts";
import { pendingPurchaseRecord } from "#store/pending-purchase.ts";
import type { GiftData, GiftDetails } from "#wire/pages.ts";
import classes from "./gift.module.css";
import { GiftForm } from "./gift-form.tsx";
import { GiftMessageCard } from "./gift-message-card.tsx";
import { nextGiftPurchase } from "./machine.ts";
import { checkGiftDetails, trimmedDetails } from "./rules.ts";

type GiftPurchaseProps = {
  readonly data: GiftData | null;
  readonly demoPin: string;
  /** Renders the embedded card form for a prepared payment; null where the hosted page is used. */
  readonly renderPayment: ((clientSecret: string, details: GiftDetails) => ReactNode) | null;
};

const noDetails: GiftDetails = { buyerEmail: "", recipientEmail: "", personalMessage: "" };

/** After a purchase on this device the gift message comes first. */
export function GiftPurchase({ data, demoPin, renderPayment }: GiftPurchaseProps) {
  const { state, continueToPayment, detailsChanged } = useGiftPurchase();
  const [paid, setPaid] = useState(noDetails);
  const link = boughtGiftRecord.use()?.link ?? null;
  const message = <GiftMessageCard link={link} demoPin={demoPin} />;

  return (
    <>
      {link !== null && message}
      <Card className={classes.price}>
        <p className={classes.amount}>{priceLabel} One-Time</p>
        <p>Your friend gets lifetime access - no subscriptions!</p>
      </Card>
      <Panel title={link === null ? "Who is it for?" : "Give another one"}>
        <GiftForm
          first={data?.details ?? noDetails}
          error={data?.error ?? null}
          isBusy={state.name === "creating"}
          isPaying={state.name === "paying"}
          onChange={detailsChanged}
          onContinue={
            renderPayment === null
              ? null
              : (typed) => {
                  setPaid(trimmedDetails(typed));
                  continueToPayment(typed);
                }
          }
        />
        {state.name === "paying" && renderPayment?.(state.clientSecret, paid)}
      </Panel>
      {link === null && message}
      <Panel title="How it works">
        <Steps items={giftSteps} />
      </Panel>
    </>
  );
}

/** Prepares the payment; returns its state and the form's callbacks. */
function useGiftPurchase() {
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
        const timestamp = wallTime();
        pendingPurchaseRecord.write({ type: "gift", buyerEmail, recipientEmail, timestamp });
        dispatch({ type: "intent-created", clientSecret });
      },
      (error: Error) => {
        if (isPaidAlready(error)) {
          loadDocument(paths.boughtGift());
          return;
        }
        const reason = isUnanswered(error) ? paymentOffline : error.message;
        showToast(purchaseMessages.setupFailed(reason));
        dispatch({ type: "intent-failed" });
      },
    );
  };

  return { state, continueToPayment, detailsChanged: () => dispatch({ type: "details-changed" }) };
}
