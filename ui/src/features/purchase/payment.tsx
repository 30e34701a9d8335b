/** The provider's embedded card form: its script, its fields, and the button that pays. */
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, Stripe, StripePaymentElementOptions } from "@stripe/stripe-js";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "#components/button.tsx";
import { Notice } from "#components/notice.tsx";
import { Spinner } from "#components/spinner.tsx";
import { showToast } from "#components/toast-store.ts";
import type { Message } from "#content/messages.ts";
import { paymentFormMissing, purchaseMessages } from "#content/shop-messages.ts";
import { startStripe } from "#platform/stripe.ts";
import type { StripeScript } from "#wire/pages.ts";
import classes from "./payment.module.css";

type CardFormProps = {
  readonly clientSecret: string;
  /** The URL to which the provider sends the browser after the payment. */
  readonly returnUrl: string;
  readonly label: string;
};

const appearance: Appearance = {
  theme: "night",
  variables: { colorPrimary: "#7c3aed" },
};

/** Cards only: wallets and Link would record the purchase where others may look. */
const elementOptions: StripePaymentElementOptions = {
  layout: "tabs",
  wallets: { applePay: "never", googlePay: "never", link: "never" },
};

/**
 * Loads the provider's script and then shows the form. Render it only once a payment is prepared:
 * the script is loaded from the provider.
 */
export function Payment({ site, ...form }: CardFormProps & { readonly site: StripeScript }) {
  const [stripe, setStripe] = useState<Stripe | "missing" | null>(null);
  const { publishableKey, jsUrl } = site;
  useEffect(() => {
    let isOver = false;
    // Set through a function, because the provider's object is callable.
    startStripe({ publishableKey, jsUrl }).then(
      (started) => !isOver && setStripe(() => started),
      () => !isOver && setStripe("missing"),
    );
    return () => {
      isOver = true;
    };
  }, [publishableKey, jsUrl]);

  if (stripe === null) return <Spinner label="Loading the card form..." />;
  if (stripe === "missing") {
    return (
      <Notice tone="bad" role="alert">
        {paymentFormMissing}
      </Notice>
    );
  }
  const { clientSecret } = form;
  return (
    <Elements key={clientSecret} stripe={stripe} options={{ clientSecret, appearance }}>
      <CardForm {...form} />
    </Elements>
  );
}

function CardForm({ returnUrl, label }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [isReady, setIsReady] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const fail = (message: Message): void => {
    showToast(message);
    setRefusal(message.description ?? message.title);
  };

  const pay = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (stripe === null || elements === null || isBusy || !isReady) return;
    setIsBusy(true);
    setRefusal(null);
    try {
      // Resolves only when the payment failed: otherwise the browser goes to `returnUrl`.
      const { error } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: returnUrl },
      });
      fail(messageFor(error));
    } catch (error) {
      fail(messageFor(error instanceof Error ? { message: error.message } : {}));
    }
    setIsBusy(false);
  };

  return (
    <form className={classes.form} onSubmit={pay}>
      <div className={classes.element}>
        {!isReady && <Spinner label="Loading the card form..." />}
        <PaymentElement options={elementOptions} onReady={() => setIsReady(true)} />
      </div>
      {refusal !== null && (
        <Notice tone="bad" role="alert">
          {refusal}
        </Notice>
      )}
      <Button type="submit" disabled={!isReady} aria-disabled={isBusy}>
        {isBusy ? "Processing..." : label}
      </Button>
    </form>
  );
}

/** A refused card or an invalid entry is a failed payment; anything else is a payment error. */
function messageFor(error: { readonly type?: string; readonly message?: string }): Message {
  const isRefusal = error.type === "card_error" || error.type === "validation_error";
  return isRefusal && error.message !== undefined
    ? purchaseMessages.paymentFailed(error.message)
    : purchaseMessages.paymentError(error.message);
}
