/** Purchase dates as text, the same on the server and in every browser. */
import { monthNames } from "#content/calendar.ts";

/** The day of an ISO time in UTC, for example "21 November 2026"; null for any other text. */
export function purchaseDateText(iso: string): string | null {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
