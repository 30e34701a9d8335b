/** `GET /api/access`: what the server knows of this device's purchase. */
import * as v from "valibot";
import * as endpoints from "#content/endpoints.ts";
import type { AccessResponse } from "#wire/api.ts";
import { call } from "./client.ts";

const schema = v.object({
  access: v.boolean(),
  email: v.nullable(v.string()),
  purchaseDate: v.nullable(v.string()),
  isGift: v.nullable(v.boolean()),
  recipientEmail: v.nullable(v.string()),
  giftCode: v.nullable(v.string()),
  verificationCount: v.nullable(v.number()),
  paymentIntent: v.nullable(v.string()),
}) satisfies v.GenericSchema<unknown, AccessResponse>;

/** Asks for the device of the cookie. Throws `ApiError`, or what `fetch` throws without a connection. */
export async function readAccess(): Promise<AccessResponse> {
  return v.parse(schema, await call(endpoints.access));
}
