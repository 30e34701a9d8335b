/** The verification of an e-mail address on this device. */
import * as v from "valibot";
import { deviceRecord } from "#store/record.ts";

const schema = v.object({
  status: v.literal("verified"),
  email: v.string(),
  verifiedAt: v.string(),
  canAccess: v.boolean(),
  purchaseVerified: v.optional(v.boolean()),
});

/** The verification as stored. */
export type Verification = v.InferOutput<typeof schema>;

/** The record under `silentPartnerVerification`; null when nothing was verified. */
export const verificationRecord = deviceRecord<Verification | null>({
  key: "silentPartnerVerification",
  fallback: null,
  schema: v.nullable(schema),
});
