/** The checkout: what is bought, and the form that leads to the payment. */
import { usePageData, useSite } from "#app/page-data.tsx";
import { paths } from "#app/paths.ts";
import { parseCheckoutData } from "#features/purchase/checkout-data.ts";
import { CheckoutPanel } from "#features/purchase/checkout-panel.tsx";

/** Works without script; the server checks the address and answers with this page again if it must. */
export function CheckoutPage() {
  const data = usePageData("checkout", parseCheckoutData);
  const site = useSite();
  return (
    <CheckoutPanel
      action={paths.buy}
      homePath={paths.landing}
      email={data?.email ?? ""}
      error={data?.error ?? null}
      isTest={site.testPayments}
    />
  );
}
