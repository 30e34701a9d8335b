/** Whether the intro was seen on this device. */
import * as v from "valibot";
import { deviceRecord } from "./record.ts";

/** True after the intro was shown to its end or skipped. */
export const introRecord = deviceRecord<boolean>({
  key: "heartRateIntroSeen",
  fallback: false,
  schema: v.boolean(),
});
