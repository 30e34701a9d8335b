/** Claims about the validation of the gift forms. */
import { expect, test } from "vitest";
import {
  activationError,
  areAddressesFilled,
  canActivate,
  giftErrors,
  trimmedDetails,
} from "./rules.ts";

const details = { buyerEmail: "a@b.co", recipientEmail: "f@b.co", personalMessage: "" };

test("both addresses are required, and blanks do not count", () => {
  expect(areAddressesFilled(details)).toBe(true);
  expect(areAddressesFilled({ ...details, recipientEmail: "  " })).toBe(false);
  expect(giftErrors(details)).toBeNull();
  expect(giftErrors({ ...details, buyerEmail: " " })).toEqual({
    buyerEmail: "Please enter both email addresses.",
    recipientEmail: null,
  });
});

test("an address that is none is named at its own field", () => {
  expect(giftErrors({ ...details, recipientEmail: "friend" })).toEqual({
    buyerEmail: null,
    recipientEmail: "Please enter a valid email address",
  });
  expect(activationError("friend@")).toBe("Please enter a valid email address");
  expect(activationError(" f@b.co ")).toBeNull();
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
