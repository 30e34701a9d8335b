/** The endpoints that prepare a card payment. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import { purchaseMessages } from "#content/shop-messages.ts";
import { whileHolding } from "#platform/workers/tabs.ts";
import type { CreateGiftPaymentRequest, CreatePaymentRequest, PaymentResponse } from "#wire/api.ts";
import type { GiftDetails } from "#wire/pages.ts";
import { ApiError, request } from "./client.ts";

/** The lock of the request that starts a payment. */
const LOCK = "payment";

const schema = v.object({
  clientSecret: v.pipe(v.string(), v.nonEmpty()),
}) satisfies v.GenericSchema<unknown, PaymentResponse>;

/** The client secret of a payment for the buyer. Throws `ApiError`. */
export async function createPaymentIntent(email: string): Promise<string> {
  const body: CreatePaymentRequest = { email };
  return prepare(endpoints.createPaymentIntent, body);
}

/** The client secret of a payment for a gift. Throws `ApiError`. */
export async function createGiftPaymentIntent(details: GiftDetails): Promise<string> {
  const { personalMessage, ...addresses } = details;
  const body: CreateGiftPaymentRequest = personalMessage === "" ? addresses : details;
  return prepare(endpoints.createGiftPaymentIntent, body);
}

/** Whether the server refused because this device has paid for it already. */
export function isPaidAlready(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409;
}

/**
 * One tab at a time: the first response sets the device cookie, by which the server finds the same
 * payment for the next tab.
 */
async function prepare(endpoint: string, body: unknown): Promise<string> {
  let answer: unknown;
  await whileHolding(LOCK, async () => {
    answer = await request(endpoint, "POST", body);
  });
  return secretOf(answer);
}

function secretOf(answer: unknown): string {
  const result = v.safeParse(schema, answer);
  if (!result.success) throw new Error(purchaseMessages.intentFailed);
  return result.output.clientSecret;
}
