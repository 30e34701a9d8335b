/** The gift page. */
import { lazy, Suspense } from "react";
import { NarrowPage } from "#components/narrow-page.tsx";
import { Spinner } from "#components/spinner.tsx";
import { priceLabel } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import { GiftPurchase } from "#features/gift/gift-purchase.tsx";
import { TestPaymentNotice } from "#features/purchase/test-payment-notice.tsx";
import { currentOrigin } from "#platform/address.ts";
import { lazyStyles } from "#platform/lazy-styles.ts";
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
      lead="Pay for a friend and hand the link on yourself. We send nothing to your friend."
    >
      {testPayments && <TestPaymentNotice />}
      <GiftPurchase
        data={data}
        demoPin={demoPin}
        renderPayment={
          stripe === null
            ? null
            : (clientSecret, { buyerEmail, recipientEmail }) => (
                <Suspense fallback={<Spinner label="Loading the card form..." />}>
                  <Payment
                    site={stripe}
                    clientSecret={clientSecret}
                    returnUrl={currentOrigin() + paths.giftReturn(buyerEmail, recipientEmail)}
                    label={`Complete Gift Purchase - ${priceLabel}`}
                  />
                </Suspense>
              )
        }
      />
    </NarrowPage>
  );
}
