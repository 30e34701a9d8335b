/** Turns a failed confirmation into what the person is told (spec section 8, "Purchase and verification"). */
import { type Message, purchaseMessages } from "#content/messages.ts";

/** The part of the provider's error that matters here. */
export type ProviderError = {
  readonly type?: string | undefined;
  readonly message?: string | undefined;
};

/** A refused card or a wrong entry is a failed payment; anything else is an error of the payment itself. */
export function paymentErrorMessage(error: ProviderError): Message {
  const isRefusal = error.type === "card_error" || error.type === "validation_error";
  return isRefusal && error.message !== undefined
    ? purchaseMessages.paymentFailed(error.message)
    : purchaseMessages.paymentError(error.message);
}
