/** Gets the provider's script and then shows the payment form; says so when the script cannot be had. */
import { useQuery } from "@tanstack/react-query";
import { queryClient } from "#api/client.ts";
import { Notice } from "#components/notice.tsx";
import { Spinner } from "#components/spinner.tsx";
import { paymentFormMissing } from "#content/shop-messages.ts";
import { type StripeSite, startStripe } from "#platform/stripe.ts";
import { PaymentForm, type PaymentFormProps } from "./payment-form.tsx";

type PaymentProps = PaymentFormProps & { readonly site: StripeSite };

/** Rendered only once a payment is prepared, so that nobody else meets the provider. */
export function Payment({ site, ...form }: PaymentProps) {
  const script = useQuery(
    { queryKey: ["payment-script"], queryFn: () => startStripe(site) },
    queryClient(),
  );
  if (script.data !== undefined) return <PaymentForm {...form} stripe={script.data} />;
  if (script.isError) {
    return (
      <Notice tone="bad" role="alert">
        {paymentFormMissing}
      </Notice>
    );
  }
  return <Spinner label="Loading the card form..." />;
}
