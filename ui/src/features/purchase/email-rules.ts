/** The validation of the address before checkout. */
import { invalidPurchaseEmail } from "#content/shop-messages.ts";

/** A local part, an @, and a domain with a dot; RFC 5321 allows 254 characters in all. */
const addressPattern = /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const maxLength = 254;

/** The valid address, or the error. */
export type ParsedEmail = { readonly email: string } | { readonly error: string };

/** Trims and validates the text. */
export function parsePurchaseEmail(text: string): ParsedEmail {
  const email = text.trim();
  if (email.length > maxLength || !addressPattern.test(email)) {
    return { error: invalidPurchaseEmail };
  }
  return { email };
}
