/** What the gift forms let through. */
import { expect, test } from "vitest";
import { areAddressesFilled, canActivate, checkGiftDetails, trimmedDetails } from "./rules.ts";

const details = { buyerEmail: "a@b.co", recipientEmail: "f@b.co", personalMessage: "" };

test("both addresses are needed, and blanks are no address", () => {
  expect(areAddressesFilled(details)).toBe(true);
  expect(areAddressesFilled({ ...details, recipientEmail: "  " })).toBe(false);
  expect(checkGiftDetails(details)).toBeNull();
  expect(checkGiftDetails({ ...details, buyerEmail: "" })).toMatchObject({
    title: "Missing Information",
    description: "Please enter both email addresses.",
  });
});

test("what is sent is trimmed", () => {
  expect(
    trimmedDetails({ buyerEmail: " a@b.co ", recipientEmail: "f@b.co\n", personalMessage: " Hi " }),
  ).toEqual({
    buyerEmail: "a@b.co",
    recipientEmail: "f@b.co",
    personalMessage: "Hi",
  });
});

test("a gift is activated with any address that is not blank", () => {
  expect(canActivate(" f@b.co ")).toBe(true);
  expect(canActivate("   ")).toBe(false);
});
