/** The gift that was bought in this window, for its link. */
import * as v from "valibot";
import { deviceRecord } from "#store/record.ts";

const schema = v.object({ link: v.string(), recipientEmail: v.nullable(v.string()) });

/** The gift, or null. It ends with the window: the link is in the buyer's mail too. */
export const boughtGiftRecord = deviceRecord<v.InferOutput<typeof schema> | null>({
  key: "boughtGift",
  fallback: null,
  schema: v.nullable(schema),
  area: "session",
});
