/** Redeems a gift link: looks it up unless the server has, activates it, and opens the app. */

import { useEffect, useReducer } from "react";
import { loaded } from "#api/answers.ts";
import { sentenceOf } from "#api/client.ts";
import {
  activateGiftLink,
  giftLinkPath,
  isLinkRefused,
  isLinkUsed,
  linkErrorText,
  readGiftLink,
} from "#api/gift-links.ts";
import { showToast } from "#components/toast/toast-store.ts";
import { redirectTimes } from "#content/limits.ts";
import * as paths from "#content/paths.ts";
import { giftMessages } from "#content/shop-messages.ts";
import { loadDocument } from "#platform/page/navigation.ts";
import { nextRedeem, type RedeemEvent, type RedeemState } from "./machine.ts";
import { activationError } from "./rules.ts";

/** The state of the link, and the form's callback. */
export type Redeem = {
  readonly state: RedeemState;
  readonly activate: (typed: string) => void;
  /** Looks an unavailable link up once more. */
  readonly lookUpAgain: () => void;
};

/** Starts in `first`, which the server rendered; the app opens two seconds after the activation. */
export function useRedeem(linkCode: string, first: RedeemState): Redeem {
  const [state, dispatch] = useReducer(nextRedeem, first);
  const isLoading = state.name === "loading";
  const isActivated = state.name === "activated";

  useEffect(() => {
    if (!isLoading) return;
    loaded(giftLinkPath(linkCode), () => readGiftLink(linkCode)).then(
      (gift) => dispatch({ type: "found", gift }),
      (error: unknown) => dispatch(refused(error)),
    );
  }, [isLoading, linkCode]);

  useEffect(() => {
    if (!isActivated) return;
    const timer = setTimeout(() => loadDocument(paths.redeemed()), redirectTimes.giftActivatedMs);
    return () => clearTimeout(timer);
  }, [isActivated]);

  const activate = (typed: string): void => {
    const wrong = activationError(typed);
    if (wrong !== null) {
      dispatch({ type: "mistyped", error: wrong });
      return;
    }
    dispatch({ type: "submitted" });
    activateGiftLink(linkCode, typed.trim()).then(
      () => dispatch({ type: "activated" }),
      (error: unknown) => {
        showToast(giftMessages.activationFailed);
        dispatch(
          isLinkRefused(error)
            ? refused(error)
            : { type: "activation-failed", error: sentenceOf(error) ?? giftMessages.linkFailed },
        );
      },
    );
  };

  return { state, activate, lookUpAgain: () => dispatch({ type: "looked-up-again" }) };
}

function refused(error: unknown): RedeemEvent {
  return {
    type: "refused",
    isUsed: isLinkUsed(error),
    isTemporary: !isLinkRefused(error),
    reason: linkErrorText(error),
  };
}
