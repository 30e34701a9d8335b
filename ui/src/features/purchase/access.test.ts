/** Claims about access: which URLs claim a purchase, decisions and records. */
import { expect, test } from "vitest";
import { priceInUsd } from "#content/price.ts";
import { hasAccess } from "#store/access/access.ts";
import type { AccessResponse } from "#wire/api.ts";
import {
  type Claim,
  claimOf,
  decideAccess,
  isStoredSuccess,
  noFacts,
  purchaseRecordOf,
  recordOfAnswer,
  verificationRecordOf,
} from "./access.ts";

test("a URL without the parameters claims nothing", () => {
  expect(claimOf("")).toBeNull();
  expect(claimOf("?purchase=failed&gift=false")).toBeNull();
  expect(claimOf("?gift=TRUE")).toBeNull();
});

test("a purchase is claimed with or without a gift, and the e-mail address is ignored", () => {
  expect(claimOf("?purchase=success&email=a%40b.co")).toEqual({ kind: "purchase", isGift: false });
  expect(claimOf("?purchase=success&gift=true&recipient=f%40b.co")).toEqual({
    kind: "purchase",
    isGift: true,
  });
});

test("a redeemed gift is claimed by gift=true", () => {
  expect(claimOf("?gift=true&activated=true")).toEqual({ kind: "gift" });
});

const purchase: Claim = { kind: "purchase", isGift: false };
const giftPurchase: Claim = { kind: "purchase", isGift: true };
const redeemed: Claim = { kind: "gift" };

const unknown: AccessResponse = { ...noFacts, access: false, isRevoked: false };
const bought: AccessResponse = { ...unknown, access: true, email: "a@b.co", isGift: false };
const redeemedHere: AccessResponse = { ...bought, isGift: true, giftCode: "abc" };
const gave: AccessResponse = {
  ...unknown,
  isGift: true,
  recipientEmail: "f@b.co",
  giftCode: "abc",
};

test("a claim without access writes no record and says so", () => {
  for (const claim of [purchase, giftPurchase, redeemed]) {
    const decision = decideAccess(claim, unknown, false);
    expect(decision.purchase).toBeNull();
    expect(decision.isPending).toBe(false);
    expect(decision.giftPageAfterMs).toBeNull();
    expect(decision.message?.title).toBe("Purchase not confirmed");
  }
});

test("a confirmed purchase is recorded, with a toast", () => {
  const decision = decideAccess(purchase, bought, false);
  expect(decision.purchase).toMatchObject({
    status: "purchased",
    email: "a@b.co",
    source: "checkout",
  });
  expect(decision.message).toMatchObject({
    title: "Payment Successful",
    description: "Thank you for your purchase!",
  });
  expect(decision.giftPageAfterMs).toBeNull();
});

test("a confirmed gift purchase names the recipient and leads to the gift page after 2 s", () => {
  const decision = decideAccess(giftPurchase, gave, false);
  expect(decision.message).toMatchObject({
    title: "Gift Purchase Successful!",
    description: "The app has been gifted to f@b.co!",
  });
  expect(decision.boughtGift).toEqual({ code: "abc", recipientEmail: "f@b.co" });
  expect(decision.giftPageAfterMs).toBe(2000);
});

test("a confirmed gift purchase without a known recipient says only that it is complete", () => {
  const decision = decideAccess(giftPurchase, { ...gave, recipientEmail: null }, false);
  expect(decision.message?.title).toBe("Gift Purchase Complete");
});

test("a gift gives its buyer no access", () => {
  expect(decideAccess(giftPurchase, gave, false).purchase).toBeNull();
  expect(decideAccess(purchase, gave, false).message?.title).toBe("Purchase not confirmed");
  expect(recordOfAnswer(gave)).toBeNull();
});

test("a URL that claims a gift does not make an own purchase one", () => {
  const decision = decideAccess(giftPurchase, bought, false);
  expect(decision.giftPageAfterMs).toBeNull();
  expect(decision.message?.title).toBe("Payment Successful");
});

test("a redeemed gift is recorded as such and does not lead to the gift page", () => {
  const decision = decideAccess(redeemed, redeemedHere, false);
  expect(decision.purchase).toMatchObject({ source: "gift_redemption", giftCode: "abc" });
  expect(decision.message?.title).toBe("Gift Activated!");
  expect(decideAccess(giftPurchase, redeemedHere, false).giftPageAfterMs).toBeNull();
});

test("without an answer the claim is kept and nothing is recorded", () => {
  const decision = decideAccess(purchase, "unreachable", false);
  expect(decision).toMatchObject({ purchase: null, isPending: true });
  expect(decision.message?.title).toBe("Not confirmed yet");
});

test("a device with access is not told that it has none", () => {
  expect(decideAccess(redeemed, unknown, true).message).toBeNull();
  expect(decideAccess(redeemed, "unreachable", true)).toMatchObject({
    message: null,
    isPending: true,
  });
});

test("the server's answer becomes a record only with access", () => {
  expect(recordOfAnswer(unknown)).toBeNull();
  expect(recordOfAnswer(redeemedHere)?.source).toBe("gift_redemption");
  expect(recordOfAnswer(bought)).not.toHaveProperty("paymentIntent");
});

const now = new Date("2026-11-21T12:00:00Z");

test("a purchase record has the server's facts, the price and the source", () => {
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
    amount: priceInUsd,
    verified: true,
    source: "gift_redemption",
  });
});

test("an unknown fact is left out of the record", () => {
  const record = purchaseRecordOf({ ...noFacts, email: "a@b.co" }, "verification");
  expect(Object.keys(record)).not.toContain("purchaseDate");
  expect(Object.keys(record)).not.toContain("paymentIntent");
  expect(record.email).toBe("a@b.co");
});

test("a verification record has the time of the verification", () => {
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

test("only a verified stored purchase counts as a success", () => {
  const purchase = purchaseRecordOf(noFacts, "checkout");
  expect(isStoredSuccess(purchase)).toBe(true);
  expect(isStoredSuccess({ ...purchase, verified: false })).toBe(false);
  expect(isStoredSuccess(null)).toBe(false);
});
