/** A gift that was paid for in this window, so that its link can be handed on (spec section 2, "/gift"). */
import * as v from "valibot";
import { deviceRecord } from "./record.ts";

const schema = v.object({ link: v.string(), recipientEmail: v.nullable(v.string()) });

/** The gift, or null. It goes with the window: the link is in the buyer's mail too. */
export const boughtGiftRecord = deviceRecord<v.InferOutput<typeof schema> | null>({
  key: "boughtGift",
  fallback: null,
  schema: v.nullable(schema),
  area: "session",
});
