/** Checks recordings beside the page: in a worker, or on the page itself where no worker starts. */
import { storageLimits } from "#content/limits.ts";
import { askWorker, NoAnswer, onQuiet } from "#platform/workers/worker-question.ts";
import { type CheckQuestion, checkEvidence, type EvidenceCheck } from "./evidence-check.ts";
import { tallyOf } from "./evidence-tally.ts";
import { NO_RECEIPTS, receiptsOf } from "./receipts.ts";

/** Whether workers start, as far as this page knows. */
let hasWorkers = true;

const quietMs = storageLimits.checkQuietMs;

/** Checks on this page. What hangs is not waited for, and goes on no more when it hangs no longer. */
function checkHere(question: CheckQuestion, signal: AbortSignal): Promise<EvidenceCheck | null> {
  return new Promise((resolve, reject) => {
    let isGivenUp = false;
    const quiet = onQuiet(quietMs, () => {
      isGivenUp = true;
      reject(new NoAnswer("silent"));
    });
    const goOn = () => {
      if (isGivenUp || signal.aborted) throw new NoAnswer("stopped");
      quiet.goesOn();
    };
    checkEvidence(question, goOn).then(resolve, reject).finally(quiet.stop);
  });
}

/**
 * What `checkEvidence` finds of an emergency's recording. Rejects with `NoAnswer` when `signal` ended it, or when it went on
 * no more; nothing is known of the recording then.
 */
export async function checkBesidePage(
  emergencyEventId: string,
  signal: AbortSignal,
): Promise<EvidenceCheck | null> {
  // A worker cannot read local storage, which is one of the tally's homes.
  const tally = await tallyOf(emergencyEventId);
  // A recording is checked with or without them.
  const receipts = await receiptsOf(emergencyEventId).catch(() => NO_RECEIPTS);
  const question = { emergencyEventId, tally, receipts };
  if (!hasWorkers) return checkHere(question, signal);
  try {
    return await askWorker(__CHECK_WORKER__, question, { quietMs, signal });
  } catch (error) {
    if (!(error instanceof NoAnswer) || error.reason !== "not-started") throw error;
    hasWorkers = false;
    return checkHere(question, signal);
  }
}
