/** The validation of the verify and redownload forms. */
import type { Message } from "#content/messages.ts";
import { purchaseMessages } from "#content/shop-messages.ts";

/** The verify page: the address must contain an "@"; null when valid. */
export function checkVerifyEmail(email: string): Message | null {
  const trimmed = email.trim();
  return trimmed === "" || !trimmed.includes("@") ? purchaseMessages.validEmailRequired : null;
}

/** The redownload page: the address must not be empty; null when valid. */
export function checkRedownloadEmail(email: string): Message | null {
  return email.trim() === "" ? purchaseMessages.emailRequired : null;
}
