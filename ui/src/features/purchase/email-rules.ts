/** The validation of the address before checkout. */
import { isEmailAddress } from "#content/email-address.ts";
import { invalidPurchaseEmail } from "#content/shop-messages.ts";

/** The valid address, or the error. */
export type ParsedEmail = { readonly email: string } | { readonly error: string };

/** Trims and validates the text. */
export function parsePurchaseEmail(text: string): ParsedEmail {
  return isEmailAddress(text) ? { email: text.trim() } : { error: invalidPurchaseEmail };
}
