/** What is said of the time of a recording that the server confirmed. */
import { receiptLimits } from "#content/receipt-limits.ts";
import type { ConfirmedTime } from "#store/evidence/receipt-check.ts";
import type { Found } from "./checked.ts";

/** As the list writes the time at which a recording began, with the seconds. */
const timeText = (at: number) => new Date(at).toLocaleTimeString([], { timeStyle: "medium" });
const dateText = (at: number) =>
  new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" });

function textOf({ time, linkedAt, isChecked }: ConfirmedTime): string {
  if (!isChecked) return "A time receipt is kept, and not checked on this device";
  const isClose = Math.abs(time - linkedAt) <= receiptLimits.closeMs;
  return isClose
    ? `Time confirmed until ${timeText(time)}`
    : `Time confirmed later: it was there on ${dateText(time)}`;
}

/** Until when the server confirms it; null where it does not, and of a recording that is not as it was. */
export function confirmedText(found: Found): string | null {
  if (found === null || typeof found !== "object" || found.confirmed === null) return null;
  return found.isAltered || found.missingSeconds > 0 ? null : textOf(found.confirmed);
}
