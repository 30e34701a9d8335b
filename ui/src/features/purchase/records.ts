/** Builds the purchase and verification records of spec section 3 from what the server said. */
import { priceInUsd } from "#content/limits.ts";
import type { Purchase } from "#store/purchase.ts";
import type { Verification } from "#store/verification.ts";

/** What the server may know of a purchase; null is unknown. */
export type PurchaseFacts = {
  readonly email: string | null;
  readonly purchaseDate: string | null;
  readonly isGift: boolean | null;
  readonly recipientEmail: string | null;
  readonly giftCode: string | null;
  readonly verificationCount: number | null;
  readonly paymentIntent: string | null;
};

/** Nothing known yet: spread it and name what is. */
export const noFacts: PurchaseFacts = {
  email: null,
  purchaseDate: null,
  isGift: null,
  recipientEmail: null,
  giftCode: null,
  verificationCount: null,
  paymentIntent: null,
};

/** What led to the record (spec section 3, `source`). */
export type PurchaseSource =
  | "checkout"
  | "gift_redemption"
  | "verification"
  | "redownload_verification";

/** The purchase record; members that nobody knows are left out. */
export function purchaseRecordOf(facts: PurchaseFacts, source: PurchaseSource): Purchase {
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
  return {
    status: "purchased",
    ...known,
    paymentMethod: "stripe",
    amount: priceInUsd(),
    verified: true,
    source,
  };
}

/** The verification record of an address whose purchase the server confirmed at `now`. */
export function verificationRecordOf(email: string, now: Date): Verification {
  return {
    status: "verified",
    email,
    verifiedAt: now.toISOString(),
    canAccess: true,
    purchaseVerified: true,
  };
}

/** Whether a stored purchase may stand in for a return from payment (spec section 4). */
export function isStoredSuccess(purchase: Purchase | null): boolean {
  return purchase?.status === "purchased" && purchase.verified === true;
}
