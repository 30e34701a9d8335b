/** Decides what an address, the device's records and the server's answer together mean (spec section 4). */
import type { AccessAnswer } from "#api/access.ts";
import { redirectTimes } from "#content/limits.ts";
import { giftMessages, type Message, purchaseMessages } from "#content/messages.ts";
import { pendingPurchase, unconfirmedPurchase } from "#content/shop-messages.ts";
import type { Purchase } from "#store/purchase.ts";
import type { Claim } from "./claim.ts";
import { type PurchaseSource, purchaseRecordOf } from "./records.ts";

/** What came back from `GET /api/access`; `unreachable` when nothing usable did. */
export type Reply = AccessAnswer | "unreachable";

/** What is to be done after the server was asked about a claim. */
export type AccessDecision = {
  /** The record to write, when the server confirmed one. */
  readonly purchase: Purchase | null;
  readonly message: Message | null;
  /** Whether the claim is kept, to be asked about again. */
  readonly isPending: boolean;
  /** Whether the gift page follows, and after how many milliseconds. */
  readonly giftPageAfterMs: number | null;
};

const nothing: AccessDecision = {
  purchase: null,
  message: null,
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
  if (!reply.access) return { ...nothing, message: isKnown ? null : unconfirmedPurchase };
  const isGiftPurchase = claim.kind === "purchase" && claim.isGift && reply.isGift === true;
  return {
    purchase: purchaseRecordOf(factsOf(reply), sourceOf(claim, isGiftPurchase)),
    message: messageOf(claim, isGiftPurchase ? reply.recipientEmail : null, isGiftPurchase),
    isPending: false,
    giftPageAfterMs: isGiftPurchase ? redirectTimes.giftPurchaseMs : null,
  };
}

/** The record for a device that the server knows without any claim, for example after payment. */
export function recordOfAnswer(answer: AccessAnswer): Purchase | null {
  if (!answer.access) return null;
  return purchaseRecordOf(factsOf(answer), sourceOfAnswer(answer));
}

function factsOf({ access: _access, ...facts }: AccessAnswer) {
  return facts;
}

/** Only the buyer of a gift is told its code; a gift without one was redeemed here. */
function sourceOfAnswer(answer: AccessAnswer): PurchaseSource {
  if (answer.isGift !== true) return "checkout";
  return answer.giftCode === null ? "gift_redemption" : "gift_purchase";
}

function sourceOf(claim: Claim, isGiftPurchase: boolean): PurchaseSource {
  if (claim.kind === "gift") return "gift_redemption";
  return isGiftPurchase ? "gift_purchase" : "checkout";
}

function messageOf(claim: Claim, recipient: string | null, isGiftPurchase: boolean): Message {
  if (claim.kind === "gift") return giftMessages.activated;
  if (!isGiftPurchase) return purchaseMessages.succeeded;
  return recipient === null ? giftMessages.purchaseComplete : giftMessages.purchased(recipient);
}
