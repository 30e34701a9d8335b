/** Settles what the heart-monitor page's address, or an earlier start, claimed about a purchase. */

import { useEffect } from "react";
import { showToast } from "#components/toast-store.ts";
import * as paths from "#content/paths.ts";
import { currentSearch, replaceAddress } from "#platform/address.ts";
import { isOnline, onConnection } from "#platform/connection.ts";
import { loadDocument } from "#platform/navigation.ts";
import { accessClaimRecord } from "#store/access-claim.ts";
import { type Claim, claimOf } from "./claim.ts";

/** What asks comes only when there is something to ask; without it the claim waits for the next time. */
const loadSettling = () => import("./settle-claim.ts").catch(() => null);

/**
 * Shows nothing. Cleans the address, asks the server, again whenever the connection comes back, and
 * leaves to the records on the device what the page shows. The emergency never waits for it.
 */
export function ClaimSettler() {
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = async (claim: Claim): Promise<void> => {
      // It waits from the beginning, so that closing the page loses nothing.
      accessClaimRecord.write(claim);
      const loaded = await loadSettling();
      if (loaded === null) return;
      const { message, giftPageAfterMs } = await loaded.settleClaim(claim);
      if (isOver) return;
      if (message !== null) showToast(message);
      if (giftPageAfterMs !== null)
        timer = setTimeout(() => loadDocument(paths.gift), giftPageAfterMs);
    };
    const claimed = claimOf(currentSearch());
    if (claimed !== null) replaceAddress(paths.heartMonitor);
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
  }, []);
  return null;
}
