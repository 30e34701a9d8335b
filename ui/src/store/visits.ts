/** The number of this browser's visits of the landing page. */
import { readText, writeText } from "#platform/storage/storage.ts";

const key = "silentPartnerVisits";

/** Counts a visit and returns the total. */
export function countVisit(): number {
  const before = Number.parseInt(readText(key) ?? "", 10);
  const visits = (Number.isSafeInteger(before) && before > 0 ? before : 0) + 1;
  writeText(key, String(visits));
  return visits;
}
