/** What receipts say of a recording whose chain was followed. */
import { isValidAt, receiptLine } from "#content/time-receipt.ts";
import { isSignedBy } from "#platform/ed25519.ts";
import type { KeptReceipts } from "./receipts.ts";

/** A time that the server confirmed. */
export interface ConfirmedTime {
  /** The server's, in epoch milliseconds. */
  readonly time: number;
  /** When the newest link that it covers was made, by this device's clock in epoch milliseconds. */
  readonly linkedAt: number;
  /** False where this browser cannot check signatures. */
  readonly isChecked: boolean;
}

/**
 * The newest receipt that is signed, and whose fingerprint the chain had: `heads` has each with the time of its link. One
 * that this browser cannot check counts where no other does.
 */
export async function newestConfirmed(
  { receipts, keys }: KeptReceipts,
  heads: ReadonlyMap<string, number>,
): Promise<ConfirmedTime | null> {
  let unchecked: ConfirmedTime | null = null;
  for (const receipt of [...receipts].reverse()) {
    const linkedAt = heads.get(receipt.head) ?? Number.NaN;
    const key = keys.find(({ id }) => id === receipt.key);
    const isOfChain = !Number.isNaN(linkedAt);
    if (!isOfChain || key === undefined || !isValidAt(key, receipt.time)) continue;
    const isSigned = await isSignedBy(key.publicKey, receiptLine(receipt), receipt.signature);
    const found = { time: receipt.time * 1_000, linkedAt, isChecked: isSigned === true };
    if (isSigned) return found;
    if (isSigned === null) unchecked ??= found;
  }
  return unchecked;
}
