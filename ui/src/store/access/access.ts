/**
 * Whether this device has the full app: by a purchase, a gift or a verified address, or by a claim that the server has not
 * answered yet.
 */
import * as v from "valibot";
import { deviceRecord } from "#store/record.ts";

const verificationSchema = v.object({
  status: v.literal("verified"),
  email: v.string(),
  verifiedAt: v.string(),
  canAccess: v.boolean(),
  purchaseVerified: v.optional(v.boolean()),
});

/** The verification of an e-mail address as stored. */
export type Verification = v.InferOutput<typeof verificationSchema>;

/** The record under `silentPartnerVerification`; null when nothing was verified. */
export const verificationRecord = deviceRecord<Verification | null>({
  key: "silentPartnerVerification",
  fallback: null,
  schema: v.nullable(verificationSchema),
});

const purchaseSchema = v.object({
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

/** This device's purchase as stored, as the server confirmed it. */
export type Purchase = v.InferOutput<typeof purchaseSchema>;

/** The record under `silentPartnerPurchase`; null on a device that bought nothing. */
export const purchaseRecord = deviceRecord<Purchase | null>({
  key: "silentPartnerPurchase",
  fallback: null,
  schema: v.nullable(purchaseSchema),
});

/** Whether the records give access. */
export function hasAccess(purchase: Purchase | null, verification: Verification | null): boolean {
  return purchase !== null || verification?.canAccess === true;
}

/** Whether this device has access; false on the server and during hydration. */
export function useHasAccess(): boolean {
  return hasAccess(purchaseRecord.use(), verificationRecord.use());
}

/** Whether the server no longer knows this device, which has a purchase: its cookie was cleared. */
export const accessUnconfirmedRecord = deviceRecord<boolean>({
  key: "silentPartnerAccessUnconfirmed",
  fallback: false,
  schema: v.boolean(),
});

const claimSchema = v.variant("kind", [
  v.object({ kind: v.literal("purchase"), isGift: v.boolean() }),
  v.object({ kind: v.literal("gift") }),
]);

/** The claim that is asked again later, or null. It holds no e-mail address. */
export const accessClaimRecord = deviceRecord<v.InferOutput<typeof claimSchema> | null>({
  key: "silentPartnerAccessClaim",
  fallback: null,
  schema: v.nullable(claimSchema),
});
