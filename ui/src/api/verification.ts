/** The two endpoints that verify a purchase by e-mail. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import type { VerifyEmailResponse, VerifyPurchaseResponse, VerifyRequest } from "#wire/api.ts";
import { request } from "./client.ts";

/** `sent` is the neutral answer where purchases are proved by a link in a mail. */
const sent = v.optional(v.boolean(), false);

const purchaseSchema = v.object({
  verified: v.boolean(),
  purchaseDate: v.nullish(v.string(), null),
  isGift: v.nullish(v.boolean(), false),
  verificationCount: v.nullish(v.number(), 0),
  sent,
}) satisfies v.GenericSchema<unknown, VerifyPurchaseResponse>;

const emailSchema = v.object({
  verified: v.boolean(),
  hasPurchased: v.nullish(v.boolean(), false),
  purchaseDate: v.nullish(v.string(), null),
  sent,
}) satisfies v.GenericSchema<unknown, VerifyEmailResponse>;

/** Asks whether this address bought the app. Throws `ApiError`. */
export async function verifyPurchase(email: string): Promise<v.InferOutput<typeof purchaseSchema>> {
  const body: VerifyRequest = { email };
  return v.parse(purchaseSchema, await request(endpoints.verifyPurchase, "POST", body));
}

/** Asks whether this address is known and has a purchase. Throws `ApiError`. */
export async function verifyEmail(email: string): Promise<v.InferOutput<typeof emailSchema>> {
  const body: VerifyRequest = { email };
  return v.parse(emailSchema, await request(endpoints.verifyEmail, "POST", body));
}
