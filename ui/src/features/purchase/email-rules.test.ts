/** Claims about the validation of addresses. */
import { describe, expect, it, test } from "vitest";
import { invalidPurchaseEmail } from "#content/shop-messages.ts";
import { checkRedownloadEmail, checkVerifyEmail, parsePurchaseEmail } from "./email-rules.ts";

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

test("the verify form rejects an empty address and one without an @", () => {
  for (const email of ["", "   ", "nobody"]) {
    expect(checkVerifyEmail(email)).toMatchObject({
      title: "Valid Email Required",
      description: "Please enter the email address used for your purchase.",
    });
  }
  expect(checkVerifyEmail("a@b")).toBeNull();
});

test("the redownload form rejects only an empty address", () => {
  expect(checkRedownloadEmail("  ")).toMatchObject({
    title: "Email Required",
    description: "Please enter your email address.",
  });
  expect(checkRedownloadEmail("nobody")).toBeNull();
});
