/** Claims about the validation of the address before checkout. */
import { describe, expect, it } from "vitest";
import { invalidPurchaseEmail } from "#content/shop-messages.ts";
import { parsePurchaseEmail } from "./email-rules.ts";

describe("the purchase e-mail", () => {
  it.each(["a@b.co", "first.last+tag@mail.example.org", "o'neil@example.com.au"])(
    "accepts %s",
    (text) => {
      expect(parsePurchaseEmail(text)).toEqual({ email: text });
    },
  );

  it("trims the address", () => {
    expect(parsePurchaseEmail("  a@b.co ")).toEqual({ email: "a@b.co" });
  });

  it.each([
    "",
    "   ",
    "a",
    "a@",
    "@b.co",
    "a@b",
    "a@b.",
    "a@.co",
    "a b@c.de",
    "a@@b.co",
    "a@b..co",
  ])("refuses '%s'", (text) => {
    expect(parsePurchaseEmail(text)).toEqual({ error: invalidPurchaseEmail });
  });

  it("rejects an address of more than 254 characters", () => {
    expect(parsePurchaseEmail(`${"a".repeat(250)}@b.co`)).toEqual({ error: invalidPurchaseEmail });
  });
});
