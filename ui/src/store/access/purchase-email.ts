/** The e-mail address typed before checkout, stored as plain text. */
import { readText, removeText, writeText } from "#platform/storage/storage.ts";

const KEY = "silentPartnerPurchaseEmail";

/** The address, or null when none was typed. */
export function readPurchaseEmail(): string | null {
  return readText(KEY);
}

/** Writes the address; false when storage refused it. */
export function writePurchaseEmail(email: string): boolean {
  return writeText(KEY, email);
}

/** Removes the address. */
export function clearPurchaseEmail(): void {
  removeText(KEY);
}
