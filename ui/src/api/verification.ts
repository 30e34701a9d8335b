/** The two calls that verify a purchase by e-mail (spec section 7). */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import { call } from "./client.ts";

/** `sent` is the neutral answer where purchases are proved by a link in a mail. */
const sent = v.optional(v.boolean(), false);

const purchaseSchema = v.object({
  verified: v.boolean(),
  purchaseDate: v.nullish(v.string(), null),
  isGift: v.nullish(v.boolean(), null),
  verificationCount: v.nullish(v.number(), null),
  sent,
});

const emailSchema = v.object({
  verified: v.boolean(),
  hasPurchased: v.nullish(v.boolean(), false),
  purchaseDate: v.nullish(v.string(), null),
  sent,
});

/** What `POST /api/verify-purchase` says. */
export type PurchaseVerification = Readonly<v.InferOutput<typeof purchaseSchema>>;

/** What `POST /api/verify-email` says. */
export type EmailVerification = Readonly<v.InferOutput<typeof emailSchema>>;

/** Asks whether this address bought the app. Throws `ApiError`. */
export async function verifyPurchase(email: string): Promise<PurchaseVerification> {
  return v.parse(purchaseSchema, await call(endpoints.verifyPurchase, "POST", { email }));
}

/** Asks whether this address is known and has a purchase. Throws `ApiError`. */
export async function verifyEmail(email: string): Promise<EmailVerification> {
  return v.parse(emailSchema, await call(endpoints.verifyEmail, "POST", { email }));
}
