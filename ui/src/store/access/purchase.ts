/** This device's purchase, as the server confirmed it. */
import * as v from "valibot";
import { deviceRecord } from "#store/record.ts";

const schema = v.object({
  status: v.literal("purchased"),
  email: v.optional(v.string()),
  purchaseDate: v.optional(v.string()),
  isGift: v.optional(v.boolean()),
  recipientEmail: v.optional(v.string()),
  giftCode: v.optional(v.string()),
  paymentMethod: v.optional(v.string()),
  amount: v.optional(v.number()),
  verified: v.optional(v.boolean()),
  verificationCount: v.optional(v.number()),
  paymentIntent: v.optional(v.string()),
  source: v.optional(v.string()),
});

/** The purchase as stored. */
export type Purchase = v.InferOutput<typeof schema>;

/** The record under `silentPartnerPurchase`; null on a device that bought nothing. */
export const purchaseRecord = deviceRecord<Purchase | null>({
  key: "silentPartnerPurchase",
  fallback: null,
  schema: v.nullable(schema),
});
