/** Which fields the records get. */
import { expect, test } from "vitest";
import { hasAccess } from "#store/access.ts";
import { isStoredSuccess, noFacts, purchaseRecordOf, verificationRecordOf } from "./records.ts";

const now = new Date("2026-11-21T12:00:00Z");

test("a purchase record carries the fields of spec section 3", () => {
  const facts = {
    email: "a@b.co",
    purchaseDate: "2026-11-21T11:00:00Z",
    isGift: true,
    recipientEmail: "f@b.co",
    giftCode: "abc",
    verificationCount: 2,
    paymentIntent: "pi_1",
  };
  expect(purchaseRecordOf(facts, "gift_redemption")).toEqual({
    status: "purchased",
    ...facts,
    paymentMethod: "stripe",
    amount: 9.99,
    verified: true,
    source: "gift_redemption",
  });
});

test("what nobody knows is left out instead of invented", () => {
  const record = purchaseRecordOf({ ...noFacts, email: "a@b.co" }, "verification");
  expect(Object.keys(record)).not.toContain("purchaseDate");
  expect(Object.keys(record)).not.toContain("paymentIntent");
  expect(record.email).toBe("a@b.co");
});

test("a verification record says since when the address has access", () => {
  expect(verificationRecordOf("a@b.co", now)).toEqual({
    status: "verified",
    email: "a@b.co",
    verifiedAt: "2026-11-21T12:00:00.000Z",
    canAccess: true,
    purchaseVerified: true,
  });
});

test("either record gives access, and none gives none", () => {
  const purchase = purchaseRecordOf(noFacts, "checkout");
  const verification = verificationRecordOf("a@b.co", now);
  expect(hasAccess(null, null)).toBe(false);
  expect(hasAccess(purchase, null)).toBe(true);
  expect(hasAccess(null, verification)).toBe(true);
  expect(hasAccess(null, { ...verification, canAccess: false })).toBe(false);
});

test("only a verified purchase stands in for a return from payment", () => {
  const purchase = purchaseRecordOf(noFacts, "checkout");
  expect(isStoredSuccess(purchase)).toBe(true);
  expect(isStoredSuccess({ ...purchase, verified: false })).toBe(false);
  expect(isStoredSuccess(null)).toBe(false);
});
