/** The e-mail address that was entered before checkout (spec section 3). */
import { readText, writeText } from "#platform/storage.ts";

const key = "silentPartnerPurchaseEmail";

/** The address, or null when none was entered on this device. */
export function readPurchaseEmail(): string | null {
  return readText(key);
}

/** Keeps the address; false when the browser refuses. */
export function writePurchaseEmail(email: string): boolean {
  return writeText(key, email);
}
