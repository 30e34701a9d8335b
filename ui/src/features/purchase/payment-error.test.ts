/** What a person is told about a payment that did not go through. */
import { expect, test } from "vitest";
import { paymentErrorMessage } from "./payment-error.ts";

test("a refused card is a failed payment in the provider's words", () => {
  expect(paymentErrorMessage({ type: "card_error", message: "Your card was declined." })).toEqual({
    title: "Payment Failed",
    description: "Your card was declined.",
    tone: "destructive",
  });
});

test("any other error is a payment error, with its message or the catalogue's", () => {
  expect(paymentErrorMessage({ type: "api_error", message: "Try later." })).toMatchObject({
    title: "Payment Error",
    description: "Try later.",
  });
  expect(paymentErrorMessage({})).toMatchObject({
    title: "Payment Error",
    description: "An error occurred during payment processing.",
  });
});
