/** A claim that the server has not answered yet; it is asked again later. */
import * as v from "valibot";
import { deviceRecord } from "#store/record.ts";

const schema = v.variant("kind", [
  v.object({ kind: v.literal("purchase"), isGift: v.boolean() }),
  v.object({ kind: v.literal("gift") }),
]);

/** The claim, or null. It holds no e-mail address. */
export const accessClaimRecord = deviceRecord<v.InferOutput<typeof schema> | null>({
  key: "silentPartnerAccessClaim",
  fallback: null,
  schema: v.nullable(schema),
});
