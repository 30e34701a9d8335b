/** Today's date as a heading has it. Pure: the time enters as an argument. */
import { dayNames, monthNames } from "#content/calendar.ts";

/** For example "Sunday, 22 November", by the device's calendar; `at` is epoch milliseconds. */
export function dateText(at: number): string {
  const date = new Date(at);
  return `${dayNames[date.getDay()]}, ${date.getDate()} ${monthNames[date.getMonth()]}`;
}
