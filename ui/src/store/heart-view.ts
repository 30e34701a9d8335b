/** Which cards the heart monitor shows. */
import * as v from "valibot";
import { deviceRecord } from "./record.ts";

const schema = v.object({
  steps: v.fallback(v.boolean(), true),
  week: v.fallback(v.boolean(), true),
});

/** The cards that are shown. */
export type HeartView = v.InferOutput<typeof schema>;

/** The record of a person's choice. */
export const heartViewRecord = deviceRecord<HeartView>({
  key: "heartRateView",
  fallback: v.parse(schema, {}),
  schema,
});
