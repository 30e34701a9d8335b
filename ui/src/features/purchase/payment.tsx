/** Gets the provider's script and then shows the payment form; says so when the script cannot be had. */
import type { Stripe } from "@stripe/stripe-js";
import { useEffect, useState } from "react";
import { Notice } from "#components/notice.tsx";
import { Spinner } from "#components/spinner.tsx";
import { paymentFormMissing } from "#content/shop-messages.ts";
import { type StripeSite, startStripe } from "#platform/stripe.ts";
import { PaymentForm, type PaymentFormProps } from "./payment-form.tsx";

type PaymentProps = PaymentFormProps & { readonly site: StripeSite };

/** Rendered only once a payment is prepared, so that nobody else meets the provider. */
export function Payment({ site, ...form }: PaymentProps) {
  const [stripe, setStripe] = useState<Stripe | "missing" | null>(null);
  const { publishableKey, jsUrl } = site;
  useEffect(() => {
    let isOver = false;
    // The provider is an object with call signatures of its own, so it is set through a function.
    startStripe({ publishableKey, jsUrl }).then(
      (started) => !isOver && setStripe(() => started),
      () => !isOver && setStripe("missing"),
    );
    return () => {
      isOver = true;
    };
  }, [publishableKey, jsUrl]);

  if (stripe === null) return <Spinner label="Loading the card form..." />;
  if (stripe !== "missing") return <PaymentForm {...form} stripe={stripe} />;
  return (
    <Notice tone="bad" role="alert">
      {paymentFormMissing}
    </Notice>
  );
}
