/**
 * Dates in words, the same on the server and in every browser, whose own formatting takes tens of milliseconds at its first
 * use on a phone. Dates that only the device knows are in `local-dates.ts`.
 */

/** The names of days, from Sunday on, as `Date.getDay` counts them. */
const dayNames = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** The names of months, as `Date.getMonth` counts them. */
const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** Today's date as a heading has it, for example "Sunday, 22 November", by the device's calendar; `at` is epoch milliseconds. */
export function dateText(at: number): string {
  const date = new Date(at);
  return `${dayNames[date.getDay()]}, ${date.getDate()} ${monthNames[date.getMonth()]}`;
}

/** The day of a purchase: that of an ISO time in UTC, for example "21 November 2026"; null for any other text. */
export function purchaseDateText(iso: string): string | null {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}
