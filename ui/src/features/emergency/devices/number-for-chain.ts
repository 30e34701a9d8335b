/** Asks for a number for the chain, where the person chose it. */
import { receiptChoiceRecord } from "#store/evidence/receipt-choice.ts";

/**
 * The sentence for the chain: the number, or that none came soon; null where the person did not choose it. What asks is
 * loaded late, because no recording needs it.
 */
export async function numberForChain(emergencyEventId: string): Promise<string | null> {
  if (!receiptChoiceRecord.read()) return null;
  const { chainNumber } = await import("#sync/receipts.ts");
  return chainNumber(emergencyEventId);
}
