/** Whether this device has the full app: by a purchase, a gift or a verified address. */
import * as v from "valibot";
import { deviceRecord } from "#store/record.ts";
import { type Purchase, purchaseRecord } from "./purchase.ts";
import { type Verification, verificationRecord } from "./verification.ts";

/** Whether the records give access. */
export function hasAccess(purchase: Purchase | null, verification: Verification | null): boolean {
  return purchase !== null || verification?.canAccess === true;
}

/** Whether this device has access; false on the server and during hydration. */
export function useHasAccess(): boolean {
  return hasAccess(purchaseRecord.use(), verificationRecord.use());
}

/** Whether the server no longer knows this device, which has a purchase: its cookie was cleared. */
export const accessUnconfirmedRecord = deviceRecord<boolean>({
  key: "silentPartnerAccessUnconfirmed",
  fallback: false,
  schema: v.boolean(),
});
