/** How often this device opened the landing page (spec section 3, `silentPartnerVisits`). */
import * as v from "valibot";
import { deviceRecord } from "./record.ts";

/** The count; 0 before the first visit. */
export const visitsRecord = deviceRecord<number>({
  key: "silentPartnerVisits",
  fallback: 0,
  schema: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
