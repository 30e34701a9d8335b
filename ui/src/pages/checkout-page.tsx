/** The checkout page. */

import { useState } from "react";
import { useHydrated } from "#components/loading.ts";
import { CheckoutPanel, OwnedPanel } from "#features/purchase/checkout-panel.tsx";
import { EmbeddedCheckout, PreparingCheckout } from "#features/purchase/embedded-checkout.tsx";
import { StatementName } from "#features/purchase/statement-name.tsx";
import { usePageData, useSite } from "./page-data.tsx";

/**
 * Without script the form leads to the hosted card page. A form that the server sent back with an
 * error is not replaced by the embedded one.
 */
export function CheckoutPage() {
  const data = usePageData("checkout");
  const { stripe, testPayments, statementName } = useSite();
  const isHydrated = useHydrated();
  const [isOwned, setIsOwned] = useState(data?.name === "owned");
  if (isOwned) return <OwnedPanel />;
  const form = data?.name === "form" ? data : null;
  const embedded = isHydrated && stripe !== null && (
    <EmbeddedCheckout site={stripe} onOwned={() => setIsOwned(true)} />
  );
  return (
    <CheckoutPanel
      email={form?.email ?? ""}
      error={form?.error ?? null}
      statement={<StatementName name={statementName} isTest={testPayments} />}
      isTest={testPayments}
      embedded={data !== null || stripe === null ? null : embedded || <PreparingCheckout />}
    />
  );
}
