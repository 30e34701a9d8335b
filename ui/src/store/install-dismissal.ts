/** When the install dialog was last sent away (spec section 3, `installPromptDismissed`). */
import * as v from "valibot";
import { deviceRecord } from "./record.ts";

/** Epoch milliseconds, or null when it never was. */
export const installDismissalRecord = deviceRecord<number | null>({
  key: "installPromptDismissed",
  fallback: null,
  schema: v.nullable(v.number()),
});
