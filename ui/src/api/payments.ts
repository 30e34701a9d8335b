/** The calls that prepare a card payment (spec section 7). */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import { purchaseMessages } from "#content/messages.ts";
import { call } from "./client.ts";

const schema = v.object({ clientSecret: v.pipe(v.string(), v.nonEmpty()) });

/** What the buyer of a gift sends; the personal message is shown to the recipient. */
export type GiftPaymentRequest = {
  readonly buyerEmail: string;
  readonly recipientEmail: string;
  readonly personalMessage: string;
};

/** The client secret of a payment for the buyer. Throws `ApiError`. */
export async function createPaymentIntent(email: string): Promise<string> {
  return secretOf(await call(endpoints.createPaymentIntent, "POST", { email }));
}

/** The client secret of a payment for a gift. Throws `ApiError`. */
export async function createGiftPaymentIntent(request: GiftPaymentRequest): Promise<string> {
  const { personalMessage, ...addresses } = request;
  const body = personalMessage === "" ? addresses : request;
  return secretOf(await call(endpoints.createGiftPaymentIntent, "POST", body));
}

function secretOf(answer: unknown): string {
  const result = v.safeParse(schema, answer);
  if (!result.success) throw new Error(purchaseMessages.intentFailed);
  return result.output.clientSecret;
}
