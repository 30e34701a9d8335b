/** Brings a purchase that the server confirmed while rendering into the device's record. */
import { useEffect, useState } from "react";
import { readAccess } from "#api/access.ts";
import { loaded } from "#api/cache.ts";
import * as endpoints from "#content/endpoints.ts";
import { accessClaimRecord } from "#store/access-claim.ts";
import type { AccessResponse } from "#wire/api.ts";
import { recordOfAnswer } from "./access.ts";
import { keepPurchase } from "./settle-claim.ts";

/**
 * Asks once when `isConfirmed`. Until there is an answer the question waits for the app, which asks again.
 * Returns the answer as soon as there is one.
 */
export function useServerPurchase(isConfirmed: boolean): AccessResponse | null {
  const [answer, setAnswer] = useState<AccessResponse | null>(null);
  useEffect(() => {
    if (!isConfirmed) return;
    accessClaimRecord.write({ kind: "purchase", isGift: false });
    loaded([endpoints.access], readAccess).then(
      (found) => {
        accessClaimRecord.clear();
        const purchase = recordOfAnswer(found);
        if (purchase !== null) keepPurchase(purchase);
        setAnswer(found);
      },
      // The claim stays, and the app asks again.
      () => undefined,
    );
  }, [isConfirmed]);
  return answer;
}
