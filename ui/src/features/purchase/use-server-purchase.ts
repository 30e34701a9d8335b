/** Brings a purchase that the server confirmed while rendering into the device's record. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { type AccessAnswer, accessPath, readAccess } from "#api/access.ts";
import { queryClient } from "#api/client.ts";
import { accessClaimRecord } from "#store/access-claim.ts";
import { recordOfAnswer } from "./access.ts";
import { keepPurchase } from "./settle-claim.ts";

/**
 * Asks once when `isConfirmed`. Without an answer the question waits for the app, which asks again.
 * Returns the answer as soon as there is one.
 */
export function useServerPurchase(isConfirmed: boolean): AccessAnswer | null {
  const { data, isError } = useQuery(
    { queryKey: [accessPath], queryFn: readAccess, enabled: isConfirmed },
    queryClient(),
  );
  useEffect(() => {
    if (isError) accessClaimRecord.write({ kind: "purchase", isGift: false });
    const purchase = data === undefined ? null : recordOfAnswer(data);
    if (purchase !== null) keepPurchase(purchase);
  }, [data, isError]);
  return data ?? null;
}
