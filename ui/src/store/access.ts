/** Whether this device was given the full app: by a purchase, a gift or a verified address. */
import { type Purchase, purchaseRecord } from "./purchase.ts";
import { type Verification, verificationRecord } from "./verification.ts";

/** Whether records like these give access (spec section 4, "Purchase"). */
export function hasAccess(purchase: Purchase | null, verification: Verification | null): boolean {
  return purchase !== null || verification?.canAccess === true;
}

/** True once access was granted; the server, and hydration, see false. */
export function useHasAccess(): boolean {
  return hasAccess(purchaseRecord.use(), verificationRecord.use());
}
