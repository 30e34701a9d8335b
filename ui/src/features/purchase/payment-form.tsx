/** The provider's embedded card form and the button that pays (spec section 7, "Other interactions"). */
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, Stripe, StripePaymentElementOptions } from "@stripe/stripe-js";
import { type FormEvent, useState } from "react";
import { Button } from "#components/button.tsx";
import { Spinner } from "#components/spinner.tsx";
import { showToast } from "#components/toast-store.ts";
import { paymentErrorMessage } from "./payment-error.ts";
import classes from "./payment-form.module.css";

/** What both payment forms need. */
export type PaymentFormProps = {
  readonly clientSecret: string;
  /** Where the provider sends the browser after the payment, with scheme and host. */
  readonly returnUrl: string;
  readonly label: string;
};

const appearance: Appearance = {
  theme: "night",
  variables: { colorPrimary: "#7c3aed" },
};

/** Cards only: wallets and Link would keep the purchase in places that others look at. */
const elementOptions: StripePaymentElementOptions = {
  layout: "tabs",
  wallets: { applePay: "never", googlePay: "never", link: "never" },
};

/** The form for a started provider. */
export function PaymentForm({ stripe, ...props }: PaymentFormProps & { readonly stripe: Stripe }) {
  const { clientSecret } = props;
  return (
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, appearance }}>
      <CardForm {...props} />
    </Elements>
  );
}

function CardForm({ returnUrl, label }: PaymentFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

  const pay = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (stripe === null || elements === null || isBusy || !isReady) return;
    setIsBusy(true);
    try {
      // Resolves only when the payment did not go through: else the browser leaves for `returnUrl`.
      const { error } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl },
      });
      showToast(paymentErrorMessage(error));
    } catch (error) {
      showToast(paymentErrorMessage(error instanceof Error ? { message: error.message } : {}));
    }
    setIsBusy(false);
  };

  return (
    <form className={classes.form} onSubmit={pay}>
      <div className={classes.element}>
        {!isReady && <Spinner label="Loading the card form..." />}
        <PaymentElement options={elementOptions} onReady={() => setIsReady(true)} />
      </div>
      <Button type="submit" disabled={!isReady} aria-disabled={isBusy}>
        {isBusy ? "Processing..." : label}
      </Button>
    </form>
  );
}
