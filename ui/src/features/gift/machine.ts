/** The machines for buying a gift and for redeeming one. */
import type { RedeemData, ShownGift } from "#wire/pages.ts";

/** Buying: details are entered, an intent is created, then the payment form or the reason why there is none is shown. */
export type GiftPurchaseState =
  | { readonly name: "details" }
  | { readonly name: "creating"; readonly attempt: number }
  | { readonly name: "paying"; readonly clientSecret: string }
  | { readonly name: "failed"; readonly reason: string };

/** The events of buying a gift. Attempts have numbers: details may change while the intent for earlier ones is created. */
export type GiftPurchaseEvent =
  | { readonly type: "continued"; readonly attempt: number }
  | { readonly type: "intent-created"; readonly attempt: number; readonly clientSecret: string }
  | { readonly type: "intent-failed"; readonly attempt: number; readonly reason: string }
  | { readonly type: "details-changed" };

/** The state after `event`. Changed details belong to another payment, so they hide the form, or the reason, again. */
export function nextGiftPurchase(
  state: GiftPurchaseState,
  event: GiftPurchaseEvent,
): GiftPurchaseState {
  switch (event.type) {
    case "continued":
      return state.name === "details" || state.name === "failed"
        ? { name: "creating", attempt: event.attempt }
        : state;
    case "intent-created":
      return isAwaited(state, event) ? { name: "paying", clientSecret: event.clientSecret } : state;
    case "intent-failed":
      return isAwaited(state, event) ? { name: "failed", reason: event.reason } : state;
    case "details-changed":
      return { name: "details" };
  }
}

const isAwaited = (state: GiftPurchaseState, { attempt }: { readonly attempt: number }) =>
  state.name === "creating" && state.attempt === attempt;

/** Redeeming: what the server said about the link, or a request that is running. */
export type RedeemState =
  | RedeemData
  | { readonly name: "loading" }
  | { readonly name: "activating"; readonly gift: ShownGift };

/** Why a link cannot be redeemed now, for the recipient; whether it was used, and whether it may be there later. */
type Refusal = {
  readonly isUsed: boolean;
  readonly isTemporary: boolean;
  readonly reason: string;
};

/** The events of redeeming a gift. */
export type RedeemEvent =
  | { readonly type: "found"; readonly gift: ShownGift }
  | ({ readonly type: "refused" } & Refusal)
  | { readonly type: "looked-up-again" }
  | { readonly type: "mistyped"; readonly error: string }
  | { readonly type: "submitted" }
  | { readonly type: "activated" }
  | { readonly type: "activation-failed"; readonly error: string };

/** The state after `event`; `activated` is final. */
export function nextRedeem(state: RedeemState, event: RedeemEvent): RedeemState {
  switch (event.type) {
    case "found":
      return state.name === "loading"
        ? { name: "available", gift: event.gift, error: null }
        : state;
    case "refused":
      return state.name === "activated"
        ? state
        : {
            name: "unavailable",
            isUsed: event.isUsed,
            isTemporary: event.isTemporary,
            reason: event.reason,
          };
    case "looked-up-again":
      return state.name === "unavailable" ? { name: "loading" } : state;
    case "mistyped":
      return state.name === "available" ? { ...state, error: event.error } : state;
    case "submitted":
      return state.name === "available" ? { name: "activating", gift: state.gift } : state;
    case "activated":
      return state.name === "activating" ? { name: "activated" } : state;
    case "activation-failed":
      return state.name === "activating"
        ? { name: "available", gift: state.gift, error: event.error }
        : state;
  }
}
