/** The provider's embedded card form: its script, its fields, and the button that pays. */
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, Stripe, StripePaymentElementOptions } from "@stripe/stripe-js";
import { type FormEvent, useEffect, useState } from "react";
import { Button } from "#components/button.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Notice } from "#components/layout/notice.tsx";
import { Spinner } from "#components/spinner.tsx";
import { showToast } from "#components/toast/toast-store.ts";
import { type Message, titleOnly } from "#content/messages.ts";
import { longRefusal, paymentFormMissing, purchaseMessages } from "#content/shop-messages.ts";
import { startStripe } from "#platform/stripe.ts";
import type { StripeScript } from "#wire/pages.ts";
import { CardFrame } from "./card-frame.tsx";
import { MissingForm } from "./form-place.tsx";
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

/** Shows the form of a prepared payment once the provider's script is there. */
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

  if (stripe === "missing") {
    return <MissingForm reason={paymentFormMissing} label={form.label} />;
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
  const [wasPressed, setPressed] = useState(false);
  const fail = (message: Message): void => {
    showToast(titleOnly(message));
    setRefusal(message.description ?? message.title);
  };

  const pay = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (stripe === null || elements === null || isBusy || !isReady) return;
    setIsBusy(true);
    setPressed(true);
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
    <form className={layoutClasses.stack} onSubmit={pay}>
      <CardFrame>
        {!isReady && <Spinner label="Loading the card form..." />}
        <div className={isReady ? undefined : classes.loading}>
          <PaymentElement options={elementOptions} onReady={() => setIsReady(true)} />
        </div>
      </CardFrame>
      <Button type="submit" disabled={!isReady} aria-disabled={isBusy}>
        {isBusy ? (
          <span className={classes.busy}>
            <span aria-hidden="true">{label}</span>
            <span>Processing...</span>
          </span>
        ) : (
          label
        )}
      </Button>
      {wasPressed && (
        <div className={classes.answer}>
          <div className={classes.room} aria-hidden="true">
            <Notice tone="bad">{longRefusal}</Notice>
          </div>
          {refusal !== null && (
            <div className={classes.refusal}>
              <Notice tone="bad" role="alert">
                {refusal}
              </Notice>
            </div>
          )}
        </div>
      )}
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
