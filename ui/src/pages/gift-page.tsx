/** The gift page. */

import { type ComponentProps, type ComponentType, useState } from "react";
import { NarrowPage } from "#components/layout/page.tsx";
import { useLazyPart } from "#components/loading.ts";
import * as paths from "#content/paths.ts";
import { priceLabel } from "#content/price.ts";
import { paymentFormMissing } from "#content/shop-messages.ts";
import { type GiftPayment, GiftPurchase } from "#features/gift/gift-purchase.tsx";
import { MissingForm, WaitingForm } from "#features/purchase/form-place.tsx";
import type { Payment } from "#features/purchase/payment.tsx";
import { PaymentTerms, TestPaymentNotice } from "#features/purchase/payment-notes.tsx";
import { currentOrigin } from "#platform/page/address.ts";
import { lazyStyles } from "#platform/page/lazy-styles.ts";
import { replaceDocument } from "#platform/page/navigation.ts";
import type { StripeScript } from "#wire/pages.ts";
import { usePageData, useSite } from "./page-data.tsx";

type PaymentProps = ComponentProps<typeof Payment>;

/** Loads the card form, when a payment is prepared. */
type Load = () => Promise<ComponentType<PaymentProps>>;

const loadPayment: Load = async () => {
  const [module] = await Promise.all([import("#features/purchase/payment.tsx"), lazyStyles()]);
  return module.Payment;
};

/** Without script the form leads to the hosted card page. */
export function GiftPage() {
  const data = usePageData("gift");
  const { stripe, demoPin, testPayments } = useSite();
  return (
    <NarrowPage
      title="Gift the app"
      lead="Pay for a friend and pass the link on yourself. We send nothing to your friend."
    >
      {testPayments && <TestPaymentNotice />}
      <GiftPurchase
        data={data}
        demoPin={demoPin}
        terms={<PaymentTerms />}
        renderPayment={
          stripe === null ? null : (payment) => <CardPayment site={stripe} {...payment} />
        }
      />
    </NarrowPage>
  );
}

const label = `Complete Gift Purchase - ${priceLabel}`;

type CardPaymentProps = GiftPayment & { readonly site: StripeScript; readonly load?: Load };

/** The card form of a gift, in a place of the same size whatever comes and however late. */
export function CardPayment({ site, state, load = loadPayment, ...payment }: CardPaymentProps) {
  switch (state.name) {
    case "creating":
      return <WaitingForm words="Setting up secure payment..." label={label} />;
    case "failed":
      return <MissingForm reason={state.reason} label={label} onRetry={payment.retry} />;
    case "paying":
      return (
        <LatePayment
          load={load}
          onAnew={() => {
            payment.keepTyped();
            replaceDocument(paths.gift);
          }}
          site={site}
          clientSecret={state.clientSecret}
          returnUrl={currentOrigin() + paths.boughtGift()}
          label={label}
        />
      );
  }
}

type LatePaymentProps = PaymentProps & { readonly load: Load; readonly onAnew: () => void };

/**
 * The card form once it is loaded. After a release the server no longer has its file: then a new document has the new one, and is
 * filled in with what was typed.
 */
function LatePayment({ load, onAnew, ...payment }: LatePaymentProps) {
  const [hasFailed, setFailed] = useState(false);
  const Form = useLazyPart(load, true, () => setFailed(true));
  if (Form !== null) return <Form {...payment} />;
  return hasFailed ? (
    <MissingForm reason={paymentFormMissing} label={label} onRetry={onAnew} />
  ) : (
    <WaitingForm words="Loading the card form..." label={label} />
  );
}
