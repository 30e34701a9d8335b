/** Whether this device was given the full app: by a purchase, a gift or a verified address. */
import { purchaseRecord } from "./purchase.ts";
import { verificationRecord } from "./verification.ts";

/** True once access was granted; the server, and hydration, see false. */
export function useHasAccess(): boolean {
  const purchase = purchaseRecord.use();
  const verification = verificationRecord.use();
  return purchase !== null || verification?.canAccess === true;
}
