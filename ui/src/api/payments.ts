/** The endpoints that prepare a card payment. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import { purchaseMessages } from "#content/shop-messages.ts";
import type { CreateGiftPaymentRequest, CreatePaymentRequest, PaymentResponse } from "#wire/api.ts";
import type { GiftDetails } from "#wire/pages.ts";
import { request } from "./client.ts";

const schema = v.object({
  clientSecret: v.pipe(v.string(), v.nonEmpty()),
}) satisfies v.GenericSchema<unknown, PaymentResponse>;

/** The client secret of a payment for the buyer. Throws `ApiError`. */
export async function createPaymentIntent(email: string): Promise<string> {
  const body: CreatePaymentRequest = { email };
  return secretOf(await request(endpoints.createPaymentIntent, "POST", body));
}

/** The client secret of a payment for a gift. Throws `ApiError`. */
export async function createGiftPaymentIntent(details: GiftDetails): Promise<string> {
  const { personalMessage, ...addresses } = details;
  const body: CreateGiftPaymentRequest = personalMessage === "" ? addresses : details;
  return secretOf(await request(endpoints.createGiftPaymentIntent, "POST", body));
}

function secretOf(answer: unknown): string {
  const result = v.safeParse(schema, answer);
  if (!result.success) throw new Error(purchaseMessages.intentFailed);
  return result.output.clientSecret;
}
