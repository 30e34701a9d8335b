/** The endpoints that prepare a card payment. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import { purchaseMessages } from "#content/shop-messages.ts";
import type { CreateGiftPaymentRequest, PaymentResponse } from "#wire/api.ts";
import type { GiftDetails } from "#wire/pages.ts";
import { ApiError, bodyOf } from "./client.ts";
import { askForPayment, takePayment } from "./payment-request.ts";

const schema = v.object({
  clientSecret: v.pipe(v.string(), v.minLength(1)),
}) satisfies v.GenericSchema<unknown, PaymentResponse>;

/** The client secret of a payment for the buyer. Throws `ApiError`. */
export async function createPaymentIntent(email: string): Promise<string> {
  return secretOf(await takePayment(email));
}

/** The client secret of a payment for a gift. Throws `ApiError`. */
export async function createGiftPaymentIntent(details: GiftDetails): Promise<string> {
  const { personalMessage, ...addresses } = details;
  const body: CreateGiftPaymentRequest = personalMessage === "" ? addresses : details;
  return secretOf(await askForPayment(endpoints.createGiftPaymentIntent, body));
}

/** Whether the server refused because this device has paid for it already. */
export function isPaidAlready(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

async function secretOf(response: Response): Promise<string> {
  const result = v.safeParse(schema, await bodyOf(response));
  if (!result.success) throw new Error(purchaseMessages.intentFailed);
  return result.output.clientSecret;
}
