/** Stores a purchase that the server confirmed when it rendered the page. */
import { useEffect, useState } from "react";
import { readAccess } from "#api/access.ts";
import { loaded } from "#api/answers.ts";
import * as endpoints from "#content/endpoints.ts";
import { accessClaimRecord } from "#store/access/access.ts";
import type { AccessResponse } from "#wire/api.ts";
import { recordOfAnswer } from "./access.ts";
import { keepPurchase } from "./settle-claim.ts";

/**
 * Asks the server once when `isConfirmed`; without an answer the claim stays for the app, which asks
 * again. Returns the answer, or null until there is one.
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
