/** Asks the server about a claimed or a kept purchase and keeps on the device what it answers. */
import { readAccess } from "#api/access.ts";
import * as paths from "#content/paths.ts";
import { currentOrigin } from "#platform/address.ts";
import { showAppFirst } from "#platform/view-cookie.ts";
import { hasAccess } from "#store/access.ts";
import { accessClaimRecord } from "#store/access-claim.ts";
import { boughtGiftRecord } from "#store/bought-gift.ts";
import { type Purchase, purchaseRecord } from "#store/purchase.ts";
import { clearPurchaseEmail } from "#store/purchase-email.ts";
import { verificationRecord } from "#store/verification.ts";
import { type AccessDecision, decideAccess, type Reply } from "./access.ts";
import type { Claim } from "./claim.ts";

/** Whether this device has access by its own records. */
export function isKnownDevice(): boolean {
  return hasAccess(purchaseRecord.read(), verificationRecord.read());
}

/** Keeps a confirmed purchase; the address typed before checkout has done its work then. */
export function keepPurchase(purchase: Purchase): void {
  purchaseRecord.write(purchase);
  clearPurchaseEmail();
  showAppFirst();
}

/**
 * Settles `claim`: a confirmed one becomes a record, one without an answer waits for the next time.
 * It waits from the beginning, so that closing the page while the server is asked loses nothing.
 */
export async function settleClaim(claim: Claim): Promise<AccessDecision> {
  accessClaimRecord.write(claim);
  const reply = await readAccess().catch((): Reply => "unreachable");
  const decision = decideAccess(claim, reply, isKnownDevice());
  if (decision.purchase !== null) keepPurchase(decision.purchase);
  if (decision.boughtGift !== null) {
    const { code, recipientEmail } = decision.boughtGift;
    boughtGiftRecord.write({ link: currentOrigin() + paths.giftPage(code), recipientEmail });
  }
  if (!decision.isPending) accessClaimRecord.clear();
  return decision;
}

/**
 * Asks about the purchase that this device keeps, and forgets it when the answer is no: it was given
 * back, or disputed. Answers whether there was an answer that `hears` still wanted; no connection, a
 * refused call or a page of somebody else's network is none.
 */
export async function reviewAccess(hears: () => boolean): Promise<boolean> {
  const asked = [purchaseRecord.read(), verificationRecord.read()];
  const reply = await readAccess().catch((): Reply => "unreachable");
  if (reply === "unreachable" || !hears()) return false;
  const isAsAsked = purchaseRecord.read() === asked[0] && verificationRecord.read() === asked[1];
  // What was confirmed while the question was on its way is newer than the answer.
  if (!reply.access && isAsAsked) {
    purchaseRecord.clear();
    verificationRecord.clear();
  }
  return true;
}
