/** Claims about the validation of the gift forms. */
import { expect, test } from "vitest";
import { areAddressesFilled, canActivate, checkGiftDetails, trimmedDetails } from "./rules.ts";

const details = { buyerEmail: "a@b.co", recipientEmail: "f@b.co", personalMessage: "" };

test("both addresses are required, and blanks do not count", () => {
  expect(areAddressesFilled(details)).toBe(true);
  expect(areAddressesFilled({ ...details, recipientEmail: "  " })).toBe(false);
  expect(checkGiftDetails(details)).toBeNull();
  expect(checkGiftDetails({ ...details, buyerEmail: "" })).toMatchObject({
    title: "Missing Information",
    description: "Please enter both email addresses.",
  });
});

test("the details are trimmed", () => {
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
