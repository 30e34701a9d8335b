/** The endpoint for what this device has bought. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import type { AccessResponse } from "#wire/api.ts";
import { request } from "./client.ts";

const schema = v.object({
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
  return v.parse(schema, await request(endpoints.access));
}
