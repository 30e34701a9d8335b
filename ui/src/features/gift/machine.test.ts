/** Claims about buying and redeeming a gift. */
import { expect, test } from "vitest";
import {
  type GiftPurchaseEvent,
  type GiftPurchaseState,
  nextGiftPurchase,
  nextRedeem,
  type RedeemEvent,
  type RedeemState,
} from "./machine.ts";

const buy = (...events: GiftPurchaseEvent[]): GiftPurchaseState =>
  events.reduce(nextGiftPurchase, { name: "details" });
const redeem = (...events: RedeemEvent[]): RedeemState =>
  events.reduce(nextRedeem, { name: "loading" });

const continued: GiftPurchaseEvent = { type: "continued", attempt: 1 };
const created: GiftPurchaseEvent = { type: "intent-created", attempt: 1, clientSecret: "s" };
const creating = { name: "creating", attempt: 1 };
const gift = { recipientEmail: "f@b.co", personalMessage: null };

test("the payment form appears when the intent was created", () => {
  expect(buy(continued)).toEqual(creating);
  expect(buy(continued, created)).toEqual({ name: "paying", clientSecret: "s" });
});

test("a failed intent keeps its reason until it is tried again or the details change", () => {
  const failed: GiftPurchaseEvent = {
    type: "intent-failed",
    attempt: 1,
    reason: "Too many attempts.",
  };
  const { reason } = failed;
  expect(buy(continued, failed)).toEqual({ name: "failed", reason });
  expect(buy(continued, failed, continued)).toEqual(creating);
  const changed: GiftPurchaseEvent = { type: "details-changed" };
  expect(buy(continued, failed, changed)).toEqual({ name: "details" });
});

test("changed details hide the form, and an intent for the old details does not show it", () => {
  const changed: GiftPurchaseEvent = { type: "details-changed" };
  expect(buy(continued, created, changed)).toEqual({ name: "details" });
  expect(buy(continued, changed, created)).toEqual({ name: "details" });
});

test("an intent for earlier details is not paid, whichever answer comes first", () => {
  const changed: GiftPurchaseEvent = { type: "details-changed" };
  const again: GiftPurchaseEvent = { type: "continued", attempt: 2 };
  const second: GiftPurchaseEvent = { ...created, attempt: 2, clientSecret: "s2" };
  const late: GiftPurchaseEvent = { type: "intent-failed", attempt: 1, reason: "Try later." };
  const paying = { name: "paying", clientSecret: "s2" };
  expect(buy(continued, changed, again, created)).toEqual({ name: "creating", attempt: 2 });
  expect(buy(continued, changed, again, created, second)).toEqual(paying);
  expect(buy(continued, changed, again, late, second)).toEqual(paying);
});

test("continuing twice creates one intent", () => {
  expect(buy(continued, created, continued)).toMatchObject({
    name: "paying",
  });
});

test("a gift is found, activated and then stays activated", () => {
  const found: RedeemEvent = { type: "found", gift };
  expect(redeem(found)).toEqual({ name: "available", gift, error: null });
  expect(redeem(found, { type: "submitted" })).toEqual({ name: "activating", gift });
  const done = redeem(found, { type: "submitted" }, { type: "activated" });
  expect(done).toEqual({ name: "activated" });
  expect(
    nextRedeem(done, {
      type: "refused",
      isUsed: true,
      isTemporary: false,
      reason: "Gift link expired or used",
    }),
  ).toBe(done);
});

test("an unavailable link keeps the reason", () => {
  expect(
    redeem({ type: "refused", isUsed: false, isTemporary: false, reason: "Gift link not found" }),
  ).toEqual({
    name: "unavailable",
    isUsed: false,
    isTemporary: false,
    reason: "Gift link not found",
  });
});

test("after a failed activation the gift stays available", () => {
  const state = redeem(
    { type: "found", gift },
    { type: "submitted" },
    { type: "activation-failed", error: "Failed to activate gift" },
  );
  expect(state).toEqual({ name: "available", gift, error: "Failed to activate gift" });
});

test("a gift that was redeemed elsewhere becomes unavailable", () => {
  const state = redeem(
    { type: "found", gift },
    { type: "submitted" },
    { type: "refused", isUsed: true, isTemporary: false, reason: "Gift link expired or used" },
  );
  expect(state.name).toBe("unavailable");
});

test("an activation that was not requested is ignored", () => {
  expect(redeem({ type: "activated" })).toEqual({ name: "loading" });
  expect(redeem({ type: "submitted" })).toEqual({ name: "loading" });
});
