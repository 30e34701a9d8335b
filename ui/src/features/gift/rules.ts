/** The validation of the gift forms. */
import { isEmailAddress } from "#content/email-address.ts";
import { messageText } from "#content/messages.ts";
import { giftMessages, invalidPurchaseEmail } from "#content/shop-messages.ts";
import type { GiftData, GiftDetails } from "#wire/pages.ts";

/** A form in which nothing was typed. */
export const noDetails: GiftDetails = { buyerEmail: "", recipientEmail: "", personalMessage: "" };

/** Whether both addresses are filled; Continue is disabled until then. */
export function areAddressesFilled(details: GiftDetails): boolean {
  return details.buyerEmail.trim() !== "" && details.recipientEmail.trim() !== "";
}

/** What is wrong with each address, for its field; null where nothing is. */
export type GiftErrors = {
  readonly buyerEmail: string | null;
  readonly recipientEmail: string | null;
};

/** The errors of a form that was not sent yet. */
export const noGiftErrors: GiftErrors = { buyerEmail: null, recipientEmail: null };

/** What the server refused, at the fields to which it belongs; null where it is about something else. */
export function refusedErrors({ wrong, error }: GiftData): GiftErrors | null {
  if (!wrong.buyer && !wrong.recipient) return null;
  return {
    buyerEmail: wrong.buyer ? error : null,
    recipientEmail: wrong.recipient ? error : null,
  };
}

/** What is wrong with the details, or null. */
export function giftErrors({ buyerEmail, recipientEmail }: GiftDetails): GiftErrors | null {
  const errors = { buyerEmail: errorOf(buyerEmail), recipientEmail: errorOf(recipientEmail) };
  return errors.buyerEmail === null && errors.recipientEmail === null ? null : errors;
}

function errorOf(typed: string): string | null {
  if (typed.trim() === "") return messageText(giftMessages.missing);
  return isEmailAddress(typed) ? null : invalidPurchaseEmail;
}

/** The details, trimmed. */
export function trimmedDetails(details: GiftDetails): GiftDetails {
  return {
    buyerEmail: details.buyerEmail.trim(),
    recipientEmail: details.recipientEmail.trim(),
    personalMessage: details.personalMessage.trim(),
  };
}

/** Whether the button that activates a gift is enabled. */
export function canActivate(email: string): boolean {
  return email.trim() !== "";
}

/** What is wrong with the address that a gift is to be activated with, or null. */
export function activationError(email: string): string | null {
  return isEmailAddress(email) ? null : invalidPurchaseEmail;
}
