/** The endpoints for what this device, and who has an e-mail address, has bought. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import type {
  AccessResponse,
  VerifyEmailResponse,
  VerifyPurchaseResponse,
  VerifyRequest,
} from "#wire/api.ts";
import { request } from "./client.ts";

const accessSchema = v.object({
  access: v.boolean(),
  /** Releases before this field could not tell: then nothing was revoked. */
  isRevoked: v.optional(v.boolean(), false),
  email: v.nullable(v.string()),
  purchaseDate: v.nullable(v.string()),
  isGift: v.nullable(v.boolean()),
  recipientEmail: v.nullable(v.string()),
  giftCode: v.nullable(v.string()),
  verificationCount: v.nullable(v.number()),
  paymentIntent: v.nullable(v.string()),
}) satisfies v.GenericSchema<unknown, AccessResponse>;

/** Reads what the device of the cookie may use. Throws `ApiError`, or `TypeError` without a connection. */
export async function readAccess(): Promise<AccessResponse> {
  return v.parse(accessSchema, await request(endpoints.access));
}

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
