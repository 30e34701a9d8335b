/** What the verify and redownload forms ask of an address before it is sent (spec section 5). */
import { type Message, purchaseMessages } from "#content/messages.ts";

/** `/verify`: the address must be there and have an "@"; null when it may be sent. */
export function checkVerifyEmail(email: string): Message | null {
  const trimmed = email.trim();
  return trimmed === "" || !trimmed.includes("@") ? purchaseMessages.validEmailRequired : null;
}

/** `/redownload`: the address must be there; null when it may be sent. */
export function checkRedownloadEmail(email: string): Message | null {
  return email.trim() === "" ? purchaseMessages.emailRequired : null;
}
