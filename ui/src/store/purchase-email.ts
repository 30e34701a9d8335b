/** The e-mail address typed before checkout (spec section 3, "Other local keys"). */
import { readText, removeText, writeText } from "#platform/storage.ts";

const KEY = "silentPartnerPurchaseEmail";

/** The address, or null when none was typed. It is stored as plain text, as the spec's key is. */
export function readPurchaseEmail(): string | null {
  return readText(KEY);
}

/** Keeps the address; false when storage refused it. */
export function writePurchaseEmail(email: string): boolean {
  return writeText(KEY, email);
}

/** Forgets the address. */
export function clearPurchaseEmail(): void {
  removeText(KEY);
}
