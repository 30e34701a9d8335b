/** How often this browser has opened the landing page (spec section 3). */
import { readText, writeText } from "#platform/storage.ts";

const key = "silentPartnerVisits";

/** Counts one more visit and returns how many there have been. */
export function countVisit(): number {
  const before = Number.parseInt(readText(key) ?? "", 10);
  const visits = (Number.isSafeInteger(before) && before > 0 ? before : 0) + 1;
  writeText(key, String(visits));
  return visits;
}
