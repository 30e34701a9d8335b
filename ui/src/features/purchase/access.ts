/**
 * What a claim in an address, the device's records and the server's answer together mean. Only the
 * server's answer makes a claim true.
 */
import { priceInUsd, redirectTimes } from "#content/limits.ts";
import { giftMessages, type Message, purchaseMessages } from "#content/messages.ts";
import { pendingPurchase, unconfirmedPurchase } from "#content/shop-messages.ts";
import type { Purchase } from "#store/purchase.ts";
import type { Verification } from "#store/verification.ts";
import type { AccessResponse } from "#wire/api.ts";
import type { Claim } from "./claim.ts";

/** What the server said about this device's access; `unreachable` when nothing usable came back. */
export type Reply = AccessResponse | "unreachable";

/** A gift for somebody else: it gives its buyer a link to hand on, and no access. */
type BoughtGift = { readonly code: string; readonly recipientEmail: string | null };

/** What is to be done after the server was asked about a claim. */
export type AccessDecision = {
  /** The record to write, when the server confirmed one. */
  readonly purchase: Purchase | null;
  readonly message: Message | null;
  /** The gift that was paid for on this device, when the server confirmed one. */
  readonly boughtGift: BoughtGift | null;
  /** Whether the claim is kept, to be asked about again. */
  readonly isPending: boolean;
  /** Whether the gift page follows, and after how many milliseconds. */
  readonly giftPageAfterMs: number | null;
};

const nothing: AccessDecision = {
  purchase: null,
  message: null,
  boughtGift: null,
  isPending: false,
  giftPageAfterMs: null,
};

/**
 * Decides about a claim. Nothing is purchased by typing an address: only an answer with access
 * writes a record. `isKnown` says that the device has access already, which no claim takes away.
 */
export function decideAccess(claim: Claim, reply: Reply, isKnown: boolean): AccessDecision {
  if (reply === "unreachable") {
    return { ...nothing, message: isKnown ? null : pendingPurchase, isPending: true };
  }
  const gift = claim.kind === "purchase" && claim.isGift ? boughtGiftOf(reply) : null;
  if (gift !== null) {
    const { recipientEmail } = gift;
    const message =
      recipientEmail === null
        ? giftMessages.purchaseComplete
        : giftMessages.purchased(recipientEmail);
    return {
      ...nothing,
      boughtGift: gift,
      message,
      giftPageAfterMs: redirectTimes.giftPurchaseMs,
    };
  }
  if (!reply.access) return { ...nothing, message: isKnown ? null : unconfirmedPurchase };
  const isRedeemed = claim.kind === "gift" || reply.isGift === true;
  return {
    ...nothing,
    purchase: recordOfAnswer(reply),
    message: isRedeemed ? giftMessages.activated : purchaseMessages.succeeded,
  };
}

/** A gift code without access is that of a gift for somebody else; with access it was redeemed here. */
function boughtGiftOf(answer: AccessResponse): BoughtGift | null {
  const { access, giftCode, recipientEmail } = answer;
  return access || giftCode === null ? null : { code: giftCode, recipientEmail };
}

/** The record for a device that has access, null for any other. */
export function recordOfAnswer(answer: AccessResponse): Purchase | null {
  const { access, ...facts } = answer;
  if (!access) return null;
  return purchaseRecordOf(facts, answer.isGift === true ? "gift_redemption" : "checkout");
}

/** What the server may know of a purchase; null is unknown. */
export type PurchaseFacts = Omit<AccessResponse, "access">;

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

/** What led to the record. */
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

/** Whether a stored purchase may stand in for a return from payment. */
export function isStoredSuccess(purchase: Purchase | null): boolean {
  return purchase?.status === "purchased" && purchase.verified === true;
}
