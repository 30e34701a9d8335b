/** Settles the claim in the heart-monitor page's URL, or a stored one. */

import { useEffect } from "react";
import { showToast } from "#components/toast/toast-store.ts";
import * as paths from "#content/paths.ts";
import { currentSearch, replaceAddress } from "#platform/page/address.ts";
import { loadDocument } from "#platform/page/navigation.ts";
import { isOnline, onConnection } from "#platform/workers/connection.ts";
import { accessClaimRecord } from "#store/access/access.ts";
import { type Claim, claimOf } from "./access.ts";

/** Loaded lazily; when that fails the claim waits for the next start. */
const loadSettling = () => import("./settle-claim.ts").catch(() => null);

/**
 * Renders nothing. Removes the claim from the URL and asks the server, again whenever the connection
 * returns. The page shows what the device's records say; the emergency never waits for this.
 */
export function ClaimSettler() {
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const settle = async (claim: Claim): Promise<void> => {
      // Stored first, so that closing the page loses nothing.
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
