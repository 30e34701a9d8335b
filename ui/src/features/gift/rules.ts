/** The validation of the gift forms. */
import type { Message } from "#content/messages.ts";
import { giftMessages } from "#content/shop-messages.ts";
import type { GiftDetails } from "#wire/pages.ts";

/** Whether both addresses are filled; Continue is disabled until then. */
export function areAddressesFilled(details: GiftDetails): boolean {
  return details.buyerEmail.trim() !== "" && details.recipientEmail.trim() !== "";
}

/** The error in the details, or null. */
export function checkGiftDetails(details: GiftDetails): Message | null {
  return areAddressesFilled(details) ? null : giftMessages.missing;
}

/** The details, trimmed. */
export function trimmedDetails(details: GiftDetails): GiftDetails {
  return {
    buyerEmail: details.buyerEmail.trim(),
    recipientEmail: details.recipientEmail.trim(),
    personalMessage: details.personalMessage.trim(),
  };
}

/** Whether a gift may be activated with this address. */
export function canActivate(email: string): boolean {
  return email.trim() !== "";
}
