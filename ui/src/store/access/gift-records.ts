/** The gift that is being paid for in this window, and the one that was bought in it. */
import * as v from "valibot";
import { deviceRecord } from "#store/record.ts";
import { PENDING_PURCHASE } from "./purchase-email.ts";

const pendingSchema = v.object({
  type: v.literal("gift"),
  buyerEmail: v.string(),
  recipientEmail: v.string(),
  /** Ours, and empty but on the way to a document that is loaded anew. */
  personalMessage: v.fallback(v.string(), ""),
  timestamp: v.number(),
});

/** The pending purchase as stored. */
type PendingPurchase = v.InferOutput<typeof pendingSchema>;

/** The gift that is being paid for, in session storage. */
export const pendingPurchaseRecord = deviceRecord<PendingPurchase | null>({
  key: PENDING_PURCHASE,
  fallback: null,
  schema: v.nullable(pendingSchema),
  area: "session",
});

const schema = v.object({ link: v.string(), recipientEmail: v.nullable(v.string()) });

/** The gift that was bought, for its link, or null. It ends with the window: the link is in the buyer's mail too. */
export const boughtGiftRecord = deviceRecord<v.InferOutput<typeof schema> | null>({
  key: "boughtGift",
  fallback: null,
  schema: v.nullable(schema),
  area: "session",
});
