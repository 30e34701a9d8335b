/** The e-mail address typed before checkout, stored as plain text for a day: others may use the browser after that. */
import { purchaseEmailKeptMs } from "#content/limits.ts";
import { wallTime } from "#platform/clock.ts";
import { readText, removeText, writeText } from "#platform/storage/storage.ts";

const KEY = "silentPartnerPurchaseEmail";
/** When it was typed, in epoch milliseconds. Earlier releases kept no time. */
const TIME_KEY = "silentPartnerPurchaseEmailAt";

/** The key in session storage of a gift that is being paid for, with both of its addresses. */
export const PENDING_PURCHASE = "pendingPurchase";

/** The address, or null when none was typed within a day. */
export function readPurchaseEmail(): string | null {
  // Where no time was kept it is 0, which is long ago.
  const typedAt = Number(readText(TIME_KEY));
  // A clock may have been set in between: a time far ahead of it says nothing.
  return Math.abs(wallTime() - typedAt) < purchaseEmailKeptMs ? readText(KEY) : null;
}

/** Writes the address; false when storage refused it. */
export function writePurchaseEmail(email: string): boolean {
  return writeText(KEY, email) && writeText(TIME_KEY, `${wallTime()}`);
}

/** Removes the address. */
export function clearPurchaseEmail(): void {
  removeText(KEY);
  removeText(TIME_KEY);
}

/** Removes every address that was typed before a checkout in this browser. */
export function clearTypedAddresses(): void {
  clearPurchaseEmail();
  removeText(PENDING_PURCHASE, "session");
}

/** Removes an address that is not read any more. */
export function forgetOldPurchaseEmail(): void {
  if (readPurchaseEmail() === null) clearPurchaseEmail();
}
