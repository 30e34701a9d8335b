/** When the install dialog was last dismissed. */
import * as v from "valibot";
import { deviceRecord } from "./record.ts";

/** Epoch milliseconds, or null. */
export const installDismissalRecord = deviceRecord<number | null>({
  key: "installPromptDismissed",
  fallback: null,
  schema: v.nullable(v.number()),
});
