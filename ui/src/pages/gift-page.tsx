/** The gift page. */

import { lazy, Suspense } from "react";
import { NarrowPage } from "#components/layout/page.tsx";
import * as paths from "#content/paths.ts";
import { priceLabel } from "#content/price.ts";
import { type GiftPayment, GiftPurchase } from "#features/gift/gift-purchase.tsx";
import { MissingForm, WaitingForm } from "#features/purchase/form-place.tsx";
import { PaymentTerms, TestPaymentNotice } from "#features/purchase/payment-notes.tsx";
import { currentOrigin } from "#platform/page/address.ts";
import { lazyStyles } from "#platform/page/lazy-styles.ts";
import type { StripeScript } from "#wire/pages.ts";
import { usePageData, useSite } from "./page-data.tsx";

/** Loaded lazily, when a payment is prepared. */
const Payment = lazy(async () => {
  const [module] = await Promise.all([import("#features/purchase/payment.tsx"), lazyStyles()]);
  return { default: module.Payment };
});

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

/** The card form of a gift, in a place of the same size whatever comes and however late. */
function CardPayment({ site, state, retry }: GiftPayment & { readonly site: StripeScript }) {
  switch (state.name) {
    case "creating":
      return <WaitingForm words="Setting up secure payment..." label={label} />;
    case "failed":
      return <MissingForm reason={state.reason} label={label} onRetry={retry} />;
    case "paying":
      return (
        <Suspense fallback={<WaitingForm words="Loading the card form..." label={label} />}>
          <Payment
            site={site}
            clientSecret={state.clientSecret}
            returnUrl={currentOrigin() + paths.boughtGift()}
            label={label}
          />
        </Suspense>
      );
  }
}
