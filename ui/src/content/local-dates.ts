/**
 * Dates and times as this device writes them, with the day where that is not today and the year where it is not this year: a time
 * alone is taken for today's, and a day for the last one with its name. Not for what the server renders.
 */

type Form = Intl.DateTimeFormatOptions;

const shortDay: Form = { day: "numeric", month: "short" };
const minutes: Form = { hour: "2-digit", minute: "2-digit" };

/** A form, with the year where that is not the year of `now`. */
function withYear(at: number, now: number, form: Form): Form {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return isThisYear ? form : { ...form, year: "numeric" };
}

/** A day as this device writes it, with its year where that is not the year of `now`; both epoch milliseconds. */
export function dayText(at: number, now: number, form = shortDay): string {
  return new Date(at).toLocaleDateString([], withYear(at, now, form));
}

/** A day with the time of day, as this device writes them, and the year where that is not the year of `now`. */
export function dayTimeText(at: number, now: number): string {
  return new Date(at).toLocaleString([], withYear(at, now, { ...shortDay, ...minutes }));
}

/** `time` alone where it is on the day of `now`, and behind its day where it is not. */
export function withDay(time: string, at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? time : `${dayText(at, now)}, ${time}`;
}

/** A time of day as this device writes it, with the day where that is not the one of `now`. */
export function clockText(at: number, now: number, form = minutes): string {
  return withDay(new Date(at).toLocaleTimeString([], form), at, now);
}

/** The month of an ISO date, with its year, as this device writes them. */
export function monthText(iso: string): string {
  const form: Form = { month: "long", year: "numeric", timeZone: "UTC" };
  return new Date(iso).toLocaleDateString([], form);
}
