/**
 * Decides about a claim of a purchase in a URL, from the server's answer and the device's records, and makes the records. Only
 * the server's answer gives access.
 */
import { redirectTimes } from "#content/limits.ts";
import type { Message } from "#content/messages.ts";
import { priceInUsd } from "#content/price.ts";
import {
  giftMessages,
  pendingPurchase,
  purchaseMessages,
  unconfirmedPurchase,
} from "#content/shop-messages.ts";
import type { Purchase, Verification } from "#store/access/access.ts";
import type { AccessResponse } from "#wire/api.ts";

/** A claim from the URL of the heart-monitor page. */
export type Claim =
  | { readonly kind: "purchase"; readonly isGift: boolean }
  | { readonly kind: "gift" };

/**
 * Reads the claim in a query string: `purchase=success` (with `gift`, `email` and `recipient`) or
 * `gift=true`. The addresses in it are ignored: the server says whose purchase it is.
 */
export function claimOf(search: string): Claim | null {
  const parameters = new URLSearchParams(search);
  const isGift = parameters.get("gift") === "true";
  if (parameters.get("purchase") === "success") return { kind: "purchase", isGift };
  return isGift ? { kind: "gift" } : null;
}

/** The server's answer; `unreachable` without a valid one. */
export type Reply = AccessResponse | "unreachable";

/** A gift that this device bought: it gives its buyer a link and no access. */
type BoughtGift = { readonly code: string; readonly recipientEmail: string | null };

/** What to do after the server's answer. */
export type AccessDecision = {
  /** The record to write, or null. */
  readonly purchase: Purchase | null;
  readonly message: Message | null;
  /** The gift that this device bought, or null. */
  readonly boughtGift: BoughtGift | null;
  /** Whether the claim is asked about again later. */
  readonly isPending: boolean;
  /** The delay before the gift page is opened, or null. */
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
 * Decides about a claim. `isKnown` says that the device has access already; then a claim that is not
 * confirmed shows no message.
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

/** The gift that this device bought: a gift code without access. With access it was redeemed here. */
function boughtGiftOf(answer: AccessResponse): BoughtGift | null {
  const { access, giftCode, recipientEmail } = answer;
  return access || giftCode === null ? null : { code: giftCode, recipientEmail };
}

/** The record for an answer with access, or null. */
export function recordOfAnswer(answer: AccessResponse): Purchase | null {
  const { access, isRevoked: _, ...facts } = answer;
  if (!access) return null;
  return purchaseRecordOf(facts, answer.isGift === true ? "gift_redemption" : "checkout");
}

/** The facts of a purchase; null is unknown. */
export type PurchaseFacts = Omit<AccessResponse, "access" | "isRevoked">;

/** No known facts. */
export const noFacts: PurchaseFacts = {
  email: null,
  purchaseDate: null,
  isGift: null,
  recipientEmail: null,
  giftCode: null,
  verificationCount: null,
  paymentIntent: null,
};

/** The source of a record. */
export type PurchaseSource =
  | "checkout"
  | "gift_redemption"
  | "verification"
  | "redownload_verification";

/** The purchase record, without unknown facts. */
export function purchaseRecordOf(facts: PurchaseFacts, source: PurchaseSource): Purchase {
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
  return {
    status: "purchased",
    ...known,
    paymentMethod: "stripe",
    amount: priceInUsd,
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

/** Whether a stored purchase counts as a successful payment. */
export function isStoredSuccess(purchase: Purchase | null): boolean {
  return purchase?.status === "purchased" && purchase.verified === true;
}
