/** The validation of addresses: before checkout, and in the forms that look for a purchase. */
import { isEmailAddress } from "#content/email-address.ts";
import type { Message } from "#content/messages.ts";
import { invalidPurchaseEmail, purchaseMessages } from "#content/shop-messages.ts";

/** The valid address, or the error. */
type ParsedEmail = { readonly email: string } | { readonly error: string };

/** Before checkout: trims and validates the text. */
export function parsePurchaseEmail(text: string): ParsedEmail {
  return isEmailAddress(text) ? { email: text.trim() } : { error: invalidPurchaseEmail };
}

/** The verify page: the address must contain an "@"; null when valid. */
export function checkVerifyEmail(email: string): Message | null {
  const trimmed = email.trim();
  return trimmed === "" || !trimmed.includes("@") ? purchaseMessages.validEmailRequired : null;
}

/** The redownload page: the address must not be empty; null when valid. */
export function checkRedownloadEmail(email: string): Message | null {
  return email.trim() === "" ? purchaseMessages.emailRequired : null;
}
