/** Redeems a gift link: looks it up where the server has not, activates it, and opens the app (spec section 4). */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useReducer } from "react";
import { ApiError, queryClient } from "#api/client.ts";
import {
  activateGiftLink,
  giftLinkPath,
  isLinkRefused,
  linkErrorText,
  readGiftLink,
} from "#api/gift-links.ts";
import { showToast } from "#components/toast-store.ts";
import { redirectTimes } from "#content/limits.ts";
import { giftMessages } from "#content/messages.ts";
import { loadDocument } from "#platform/navigation.ts";
import { nextRedeem, type RedeemState } from "./machine.ts";
import { canActivate } from "./rules.ts";

/** The state of the link and what the form does. */
export type Redeem = {
  readonly state: RedeemState;
  readonly activate: (typed: string) => void;
};

/** Starts in `first`, which the server rendered; `appPath` follows two seconds after the activation. */
export function useRedeem(linkCode: string, first: RedeemState, appPath: string): Redeem {
  const [state, dispatch] = useReducer(nextRedeem, first);
  const { mutate } = useMutation(
    { mutationFn: (email: string) => activateGiftLink(linkCode, email) },
    queryClient(),
  );
  const isLoading = state.name === "loading";
  const isActivated = state.name === "activated";

  useEffect(() => {
    if (!isLoading) return;
    queryClient()
      .fetchQuery({ queryKey: [giftLinkPath(linkCode)], queryFn: () => readGiftLink(linkCode) })
      .then(
        (gift) => dispatch({ type: "found", gift }),
        (error: unknown) => dispatch({ type: "refused", reason: linkErrorText(error) }),
      );
  }, [isLoading, linkCode]);

  useEffect(() => {
    if (!isActivated) return;
    showToast(giftMessages.activated);
    const timer = setTimeout(() => loadDocument(appPath), redirectTimes.giftActivatedMs);
    return () => clearTimeout(timer);
  }, [isActivated, appPath]);

  const activate = (typed: string): void => {
    if (!canActivate(typed)) return;
    dispatch({ type: "submitted" });
    mutate(typed.trim(), {
      onSuccess: () => dispatch({ type: "activated" }),
      onError: (error) => {
        showToast(giftMessages.activationFailed);
        dispatch(
          isLinkRefused(error)
            ? { type: "refused", reason: linkErrorText(error) }
            : { type: "activation-failed", error: sentenceFor(error) },
        );
      },
    });
  };

  return { state, activate };
}

/** The server's own sentence where the person can act on it: a wrong address, or too many tries. */
function sentenceFor(error: Error): string {
  const canAct = error instanceof ApiError && (error.status === 400 || error.status === 429);
  return canAct ? error.message.replace(/^\d+: /, "") : giftMessages.linkFailed;
}
