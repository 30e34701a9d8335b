/** What the gift forms ask for before anything is sent (spec section 5). */
import { giftMessages, type Message } from "#content/messages.ts";
import type { GiftDetails } from "#wire/pages.ts";

/** Whether both addresses are filled; Continue is disabled until then. */
export function areAddressesFilled(details: GiftDetails): boolean {
  return details.buyerEmail.trim() !== "" && details.recipientEmail.trim() !== "";
}

/** What is wrong with the details, or null when they may be sent. */
export function checkGiftDetails(details: GiftDetails): Message | null {
  return areAddressesFilled(details) ? null : giftMessages.missing;
}

/** The details as they are sent: trimmed. */
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
