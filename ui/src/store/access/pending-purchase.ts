/** The gift that is being paid for, in this window only. */
import * as v from "valibot";
import { deviceRecord } from "#store/record.ts";

const schema = v.object({
  type: v.literal("gift"),
  buyerEmail: v.string(),
  recipientEmail: v.string(),
  timestamp: v.number(),
});

/** The pending purchase as stored. */
export type PendingPurchase = v.InferOutput<typeof schema>;

/** The record under `pendingPurchase` in session storage. */
export const pendingPurchaseRecord = deviceRecord<PendingPurchase | null>({
  key: "pendingPurchase",
  fallback: null,
  schema: v.nullable(schema),
  area: "session",
});
