/** Prepares the payment on the checkout page (spec sections 2, 4 and 8). */
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError, queryClient } from "#api/client.ts";
import { createPaymentIntent } from "#api/payments.ts";
import { showToast } from "#components/toast-store.ts";
import { redirectTimes } from "#content/limits.ts";
import { purchaseMessages } from "#content/messages.ts";
import { loadDocument } from "#platform/navigation.ts";
import { reportFailure } from "#platform/report.ts";
import { readPurchaseEmail } from "#store/purchase-email.ts";

/** What the checkout page shows in the place of the card form. */
export type Checkout =
  | { readonly name: "preparing" }
  | { readonly name: "ready"; readonly clientSecret: string }
  /** Nothing answered; the person may try again. */
  | { readonly name: "offline"; readonly retry: () => void }
  /** The server refused; the home page follows. */
  | { readonly name: "refused" };

/** Starts at once. Without an address entered before, the home page asks for it. */
export function useCheckout(homePath: string): Checkout {
  const { mutate, data, error, isPending } = useMutation(
    { mutationFn: createPaymentIntent },
    queryClient(),
  );
  const isRefused = error !== null && !isUnanswered(error);

  useEffect(() => {
    const email = readPurchaseEmail();
    if (email === null) loadDocument(homePath);
    else mutate(email);
  }, [mutate, homePath]);

  useEffect(() => {
    if (!isRefused || error === null) return;
    reportFailure("The payment could not be set up.", error);
    showToast(purchaseMessages.setupFailed(error.message));
    const timer = setTimeout(() => loadDocument(homePath), redirectTimes.checkoutFailedMs);
    return () => clearTimeout(timer);
  }, [isRefused, error, homePath]);

  if (data !== undefined) return { name: "ready", clientSecret: data };
  if (isRefused) return { name: "refused" };
  if (error === null || isPending) return { name: "preparing" };
  return { name: "offline", retry: () => mutate(readPurchaseEmail() ?? "") };
}

/** What `fetch` throws when nothing answers. */
function isUnanswered(error: Error): boolean {
  return !(error instanceof ApiError) && error instanceof TypeError;
}
