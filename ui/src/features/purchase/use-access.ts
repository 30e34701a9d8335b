/** What this device may do, and the settling of what its address or an earlier start claimed. */
import { useEffect, useState } from "react";
import { showToast } from "#components/toast-store.ts";
import { currentSearch, replaceAddress } from "#platform/address.ts";
import { isOnline, onConnection } from "#platform/connection.ts";
import { loadDocument } from "#platform/navigation.ts";
import { accessClaimRecord } from "#store/access-claim.ts";
import { purchaseRecord } from "#store/purchase.ts";
import { verificationRecord } from "#store/verification.ts";
import { type Claim, claimOf } from "./claim.ts";
import { hasAccess } from "./records.ts";
import { settleClaim } from "./settle-claim.ts";

/** Whether the device is purchased; the emergency itself never asks. */
export type Access = {
  readonly hasAccess: boolean;
  /** A claim is being settled right now. */
  readonly isChecking: boolean;
};

/** Where the hook's page is, and where a gift's buyer goes. */
export type AccessPaths = { readonly app: string; readonly gift: string };

/**
 * Reads the claim in the address of the heart-monitor page, or one that an earlier start could not
 * settle; cleans the address; asks the server, again whenever the connection comes back.
 */
export function useAccess(paths: AccessPaths): Access {
  const purchase = purchaseRecord.use();
  const verification = verificationRecord.use();
  const [isChecking, setIsChecking] = useState(false);
  const { app, gift } = paths;

  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = async (claim: Claim): Promise<void> => {
      setIsChecking(true);
      const decision = await settleClaim(claim);
      if (isOver) return;
      setIsChecking(false);
      if (decision.message !== null) showToast(decision.message);
      if (decision.giftPageAfterMs !== null) {
        timer = setTimeout(() => loadDocument(gift), decision.giftPageAfterMs);
      }
    };
    const claimed = claimOf(currentSearch());
    if (claimed !== null) replaceAddress(app);
    const first = claimed ?? accessClaimRecord.read();
    if (first !== null) void settle(first);
    const stop = onConnection(() => {
      const waiting = accessClaimRecord.read();
      if (waiting !== null && isOnline()) void settle(waiting);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, [app, gift]);

  return { hasAccess: hasAccess(purchase, verification), isChecking };
}
