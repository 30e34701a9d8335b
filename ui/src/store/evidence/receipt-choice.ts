/** Whether the person lets the server confirm the time of recordings. */
import * as v from "valibot";
import { deviceRecord } from "#store/record.ts";

/** The record of the choice: off until the person switches it on. Its name says nothing to others. */
export const receiptChoiceRecord = deviceRecord<boolean>({
  key: "heartRateTimes",
  fallback: false,
  schema: v.boolean(),
});
