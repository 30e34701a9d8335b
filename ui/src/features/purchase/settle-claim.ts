/** Asks the server about a claimed or stored purchase and updates the device's records. */

import { useEffect, useState } from "react";
import { readAccess } from "#api/access.ts";
import { loaded } from "#api/answers.ts";
import * as endpoints from "#content/endpoints.ts";
import * as paths from "#content/paths.ts";
import { currentOrigin } from "#platform/page/address.ts";
import { showAppFirst } from "#platform/page/view-cookie.ts";
import {
  accessClaimRecord,
  accessUnconfirmedRecord,
  hasAccess,
  type Purchase,
  purchaseRecord,
  verificationRecord,
} from "#store/access/access.ts";
import { boughtGiftRecord } from "#store/access/gift-records.ts";
import { clearPurchaseEmail } from "#store/access/purchase-email.ts";
import type { AccessResponse } from "#wire/api.ts";
import {
  type AccessDecision,
  type Claim,
  decideAccess,
  type Reply,
  recordOfAnswer,
} from "./access.ts";

/** Whether this device's records give access. */
export function isKnownDevice(): boolean {
  return hasAccess(purchaseRecord.read(), verificationRecord.read());
}

/** Writes a confirmed purchase; removes the address typed before checkout. */
export function keepPurchase(purchase: Purchase): void {
  purchaseRecord.write(purchase);
  accessUnconfirmedRecord.clear();
  clearPurchaseEmail();
  showAppFirst();
}

/**
 * Settles `claim`: a confirmed one becomes a record, one without an answer is asked about again. It
 * is stored before the request, so that closing the page loses nothing.
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
 * Asks for the purchase of a device that has none stored; one that the server knows becomes a record. Resolves to whether
 * there was an answer while `hears`.
 */
export async function findAccess(hears: () => boolean): Promise<boolean> {
  const reply = await readAccess().catch((): Reply => "unreachable");
  if (reply === "unreachable" || !hears()) return false;
  const purchase = recordOfAnswer(reply);
  // A record written during the request is newer than the answer.
  if (purchase !== null && !isKnownDevice()) keepPurchase(purchase);
  return true;
}

/**
 * Asks about the stored purchase and removes it when the server says that a refund or a dispute ended it. A server that
 * does not know this device, whose cookie may have been cleared, takes nothing away; then the app offers to verify again.
 * Resolves to whether there was an answer while `hears`; an error or a captive portal is none.
 */
export async function reviewAccess(hears: () => boolean): Promise<boolean> {
  const asked = [purchaseRecord.read(), verificationRecord.read()];
  const reply = await readAccess().catch((): Reply => "unreachable");
  if (reply === "unreachable" || !hears()) return false;
  const isAsAsked = purchaseRecord.read() === asked[0] && verificationRecord.read() === asked[1];
  // A record written during the request is newer than the answer.
  if (!isAsAsked) return true;
  if (reply.isRevoked && !reply.access) {
    purchaseRecord.clear();
    verificationRecord.clear();
  }
  if (reply.access || reply.isRevoked) accessUnconfirmedRecord.clear();
  else accessUnconfirmedRecord.write(true);
  return true;
}

/**
 * Stores a purchase that the server confirmed when it rendered the page: asks the server once when `isConfirmed`; without an
 * answer the claim stays for the app, which asks again. Returns the answer, or null until there is one.
 */
export function useServerPurchase(isConfirmed: boolean): AccessResponse | null {
  const [answer, setAnswer] = useState<AccessResponse | null>(null);
  useEffect(() => {
    if (!isConfirmed) return;
    accessClaimRecord.write({ kind: "purchase", isGift: false });
    loaded(endpoints.access, readAccess).then(
      (found) => {
        accessClaimRecord.clear();
        const purchase = recordOfAnswer(found);
        if (purchase !== null) keepPurchase(purchase);
        setAnswer(found);
      },
      // The claim stays.
      () => undefined,
    );
  }, [isConfirmed]);
  return answer;
}
