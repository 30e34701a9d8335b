/** What counts as an e-mail address before checkout (spec section 5). */
import { invalidPurchaseEmail } from "#content/messages.ts";

/** A local part, an @, and a domain with a dot; RFC 5321 allows 254 characters in all. */
const addressPattern = /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const maxLength = 254;

/** What became of the text that was entered. */
export type ParsedEmail = { readonly email: string } | { readonly error: string };

/** Trims the text and answers the address, or the sentence to show beside the field. */
export function parsePurchaseEmail(text: string): ParsedEmail {
  const email = text.trim();
  if (email.length > maxLength || !addressPattern.test(email)) {
    return { error: invalidPurchaseEmail };
  }
  return { email };
}
