/** Buying and redeeming a gift, told as stories. */
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

const created: GiftPurchaseEvent = { type: "intent-created", clientSecret: "s" };
const gift = { recipientEmail: "f@b.co", personalMessage: null };

test("the payment form appears once the intent is there", () => {
  expect(buy({ type: "continued" })).toEqual({ name: "creating" });
  expect(buy({ type: "continued" }, created)).toEqual({ name: "paying", clientSecret: "s" });
});

test("a failed intent leads back to the details", () => {
  expect(buy({ type: "continued" }, { type: "intent-failed" })).toEqual({ name: "details" });
});

test("changed details hide the form, and an intent for the old ones no longer shows it", () => {
  const changed: GiftPurchaseEvent = { type: "details-changed" };
  expect(buy({ type: "continued" }, created, changed)).toEqual({ name: "details" });
  expect(buy({ type: "continued" }, changed, created)).toEqual({ name: "details" });
});

test("continuing twice creates one intent", () => {
  expect(buy({ type: "continued" }, created, { type: "continued" })).toMatchObject({
    name: "paying",
  });
});

test("a gift is found, activated and then stays activated", () => {
  const found: RedeemEvent = { type: "found", gift };
  expect(redeem(found)).toEqual({ name: "available", gift, error: null });
  expect(redeem(found, { type: "submitted" })).toEqual({ name: "activating", gift });
  const done = redeem(found, { type: "submitted" }, { type: "activated" });
  expect(done).toEqual({ name: "activated" });
  expect(nextRedeem(done, { type: "refused", reason: "Gift link expired or used" })).toBe(done);
});

test("a link that does not work says why", () => {
  expect(redeem({ type: "refused", reason: "Gift link not found" })).toEqual({
    name: "unavailable",
    reason: "Gift link not found",
  });
});

test("a failed activation keeps the gift on screen for another try", () => {
  const state = redeem(
    { type: "found", gift },
    { type: "submitted" },
    { type: "activation-failed", error: "Failed to activate gift" },
  );
  expect(state).toEqual({ name: "available", gift, error: "Failed to activate gift" });
});

test("a gift that somebody else took meanwhile becomes unavailable", () => {
  const state = redeem(
    { type: "found", gift },
    { type: "submitted" },
    { type: "refused", reason: "Gift link expired or used" },
  );
  expect(state.name).toBe("unavailable");
});

test("nothing is activated without having been asked for", () => {
  expect(redeem({ type: "activated" })).toEqual({ name: "loading" });
  expect(redeem({ type: "submitted" })).toEqual({ name: "loading" });
});
