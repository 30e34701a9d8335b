/** The page that sells a gift: price, details, payment, message and how it works. */
import { type ReactNode, useReducer, useRef, useState } from "react";
import { isUnanswered, sentenceOf } from "#api/client.ts";
import { createGiftPaymentIntent, isPaidAlready } from "#api/payments.ts";
import { Card, Panel } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Steps } from "#components/layout/lists.tsx";
import { showToast } from "#components/toast/toast-store.ts";
import { titleOnly } from "#content/messages.ts";
import { giftSteps } from "#content/offer.ts";
import * as paths from "#content/paths.ts";
import { priceLabel } from "#content/price.ts";
import { paymentNotSetUp, paymentOffline, purchaseMessages } from "#content/shop-messages.ts";
import { wallTime } from "#platform/clock.ts";
import { loadDocument } from "#platform/page/navigation.ts";
import { boughtGiftRecord, pendingPurchaseRecord } from "#store/access/gift-records.ts";
import type { GiftData, GiftDetails } from "#wire/pages.ts";
import classes from "./gift.module.css";
import { GiftForm } from "./gift-form.tsx";
import { GiftMessageCard, giftMessageId } from "./gift-message-card.tsx";
import { type GiftPurchaseState, nextGiftPurchase } from "./machine.ts";
import { noDetails, trimmedDetails } from "./rules.ts";

type GiftPurchaseProps = {
  readonly data: GiftData | null;
  readonly demoPin: string;
  /** What the payer agrees to. */
  readonly terms: ReactNode;
  /** Renders the place of the embedded card form; null where the hosted page is used. */
  readonly renderPayment: ((payment: GiftPayment) => ReactNode) | null;
};

/** A payment that was begun: where it stands, and how it is tried again. */
export type GiftPayment = {
  readonly state: Exclude<GiftPurchaseState, { readonly name: "details" }>;
  readonly retry: () => void;
  /** Keeps what was typed, for a document that is loaded anew. */
  readonly keepTyped: () => void;
};

/** The gift message comes last: the device alone knows of a gift that was bought in this window, and nothing may move then. */
export function GiftPurchase({ data, demoPin, terms, renderPayment }: GiftPurchaseProps) {
  const { state, continueToPayment, detailsChanged } = useGiftPurchase();
  const [paid, setPaid] = useState(noDetails);
  const bought = boughtGiftRecord.use();
  return (
    <>
      <Card className={layoutClasses.tight}>
        <p className={classes.amount}>{priceLabel} One-Time</p>
        <div className={classes.either}>
          <p className={bought === null ? undefined : classes.replaced}>
            Your friend gets lifetime access - no subscriptions!
          </p>
          {bought !== null && <a href={`#${giftMessageId}`}>Paid: to your friend's link</a>}
        </div>
      </Card>
      <Panel title={bought === null ? "Who is it for?" : "Give another one"}>
        <GiftForm
          refused={data}
          isPaying={state.name !== "details"}
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
        {state.name !== "details" &&
          renderPayment?.({
            state,
            retry: () => continueToPayment(paid),
            keepTyped: () => keepPending(paid),
          })}
        {terms}
      </Panel>
      <Panel title="How it works">
        <Steps items={giftSteps} />
      </Panel>
      <GiftMessageCard bought={bought} demoPin={demoPin} />
    </>
  );
}

function keepPending(details: GiftDetails): void {
  pendingPurchaseRecord.write({ type: "gift", ...details, timestamp: wallTime() });
}

/** Prepares the payment; returns its state and the form's callbacks. */
function useGiftPurchase() {
  const [state, dispatch] = useReducer(nextGiftPurchase, { name: "details" });
  const newest = useRef(0);

  const continueToPayment = (typed: GiftDetails): void => {
    const details = trimmedDetails(typed);
    newest.current += 1;
    const attempt = newest.current;
    dispatch({ type: "continued", attempt });
    createGiftPaymentIntent(details).then(
      (clientSecret) => {
        // The person has corrected an address meanwhile.
        if (attempt !== newest.current) return;
        keepPending({ ...details, personalMessage: "" });
        dispatch({ type: "intent-created", attempt, clientSecret });
      },
      (error: Error) => {
        if (attempt !== newest.current) return;
        if (isPaidAlready(error)) {
          loadDocument(paths.boughtGift());
          return;
        }
        const isOffline = isUnanswered(error);
        showToast(titleOnly(purchaseMessages.setupFailed()));
        const reason = isOffline ? paymentOffline : (sentenceOf(error) ?? paymentNotSetUp);
        dispatch({ type: "intent-failed", attempt, reason });
      },
    );
  };

  const detailsChanged = (): void => {
    // No answer is awaited any more.
    newest.current += 1;
    dispatch({ type: "details-changed" });
  };
  return { state, continueToPayment, detailsChanged };
}
