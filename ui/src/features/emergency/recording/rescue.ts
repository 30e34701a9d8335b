/** What becomes of sound that the disk did not take while later parts are recorded. */
import type { EvidenceWriter } from "./evidence-writer.ts";

/**
 * Makes what is called with each write of a part: `isKept` says whether the disk took it. `others` are the parts before the
 * present one that hold such sound, and `tell` hears whether there are any, each time that changes. Once the disk takes something,
 * they try again; nothing waits for them.
 */
export function rescueOf(
  others: () => readonly EvidenceWriter[],
  tell: (isAtRisk: boolean) => void,
): (isKept: boolean) => Promise<void> {
  let [wasAtRisk, isTrying] = [false, false];
  const look = () => {
    const isAtRisk = others().length > 0;
    if (isAtRisk !== wasAtRisk) tell(isAtRisk);
    wasAtRisk = isAtRisk;
  };
  return async (isKept) => {
    look();
    if (!isKept || isTrying) return;
    isTrying = true;
    await Promise.all(others().map((writer) => writer.close()));
    isTrying = false;
    look();
  };
}
