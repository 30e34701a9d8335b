/** Asks for a number for the chain, where the person chose it. */
import { receiptLimits } from "#content/limits.ts";
import { noNumberSentence } from "#content/time-receipt.ts";
import { withinTime } from "#platform/clock.ts";
import { receiptChoiceRecord } from "#store/receipt-choice.ts";

/**
 * The sentence for the chain: the number, or that none came in time; null where the person did not choose it. What asks is
 * loaded late, because no recording needs it.
 */
export async function numberForChain(emergencyEventId: string): Promise<string | null> {
  if (!receiptChoiceRecord.read()) return null;
  const asked = import("#sync/receipts.ts").then(({ freshNumber }) =>
    freshNumber(emergencyEventId),
  );
  return withinTime(asked, receiptLimits.numberPatienceMs, noNumberSentence);
}
