/** When what waits for a link is tried again that is said not to be there. Pure; the service worker uses it too. */
import { alertLimits } from "#content/guardian-limits.ts";
import type { OutboxRow } from "#store/guardians/guardian-outbox.ts";

/** The rows after an answer at `at`, in epoch milliseconds, that a guardian's link is not there. */
export function withMissing(
  rows: readonly OutboxRow[],
  guardian: string,
  at: number,
): readonly OutboxRow[] {
  return rows.map((row) =>
    row.guardian === guardian ? { ...row, missing: { since: row.missing?.since ?? at, at } } : row,
  );
}

/** The rows after an answer that a guardian's link is there. */
export const withFound = (rows: readonly OutboxRow[], guardian: string): readonly OutboxRow[] =>
  rows.map((row) => (row.guardian === guardian ? { ...row, missing: undefined } : row));

/** Whether a row asks for help, and is so new that help may still be needed. */
export const isUrgent = ({ item }: OutboxRow, now: number): boolean =>
  (item.kind === "alarm" || item.kind === "opened-with-public-code") &&
  Math.abs(now - item.at) < alertLimits.urgentForMs;

/**
 * How long a row is not tried from `now` on: after as long again as its link has been said not to be there, so that the pauses
 * double. A clock that was set makes it sooner, or later by one pause at most.
 */
const waitOf = (row: OutboxRow, now: number): number => {
  const { missing } = row;
  if (missing === undefined) return 0;
  const { missingRetryMs: least, missingRetryMostMs, missingMs } = alertLimits;
  const most = isUrgent(row, now) ? missingMs : missingRetryMostMs;
  const pauseMs = Math.min(Math.max(missing.at - missing.since, least), most);
  return pauseMs - Math.abs(now - missing.at);
};

/** Whether something of a guardian's rows is to be tried now. */
export const isDue = (rows: readonly OutboxRow[], now: number): boolean =>
  rows.some((row) => waitOf(row, now) <= 0);

/** When the rows whose links are said not to be there are looked at again, in milliseconds from `now`; null where there are none. */
export function nextTryMs(rows: readonly OutboxRow[], now: number): number | null {
  const waits = rows.flatMap((row) => (row.missing === undefined ? [] : waitOf(row, now)));
  return waits.length === 0 ? null : Math.max(Math.min(...waits), alertLimits.missingRetryMs);
}
