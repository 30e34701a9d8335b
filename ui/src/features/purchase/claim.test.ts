/** Claims about which URLs claim a purchase. */
import { expect, test } from "vitest";
import { claimOf } from "./claim.ts";

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
