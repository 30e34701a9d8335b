/** The purchase page. */

import { NarrowPage } from "#components/layout/page.tsx";
import { TestPaymentNotice } from "#features/purchase/payment-notes.tsx";
import { SubscribePanel } from "#features/purchase/subscribe-panel.tsx";
import { usePageData, useSite } from "./page-data.tsx";

/** Works without script. */
export function SubscribePage() {
  const data = usePageData("subscribe");
  const { testPayments } = useSite();
  return (
    <NarrowPage title="Get the app" lead="Pay once, keep it for life. No subscription.">
      {testPayments && <TestPaymentNotice />}
      <SubscribePanel error={data?.error ?? null} />
    </NarrowPage>
  );
}
