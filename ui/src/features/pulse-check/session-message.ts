/** What is said of a session: that it is armed only where the server has confirmed it. Pure. */
import type { Session } from "./machine.ts";

const twoDigits = (number: number) => `${number}`.padStart(2, "0");

/** A time of day. */
export function clockText(at: number): string {
  const date = new Date(at);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

const listed = (names: readonly string[]) => names.join(" and ");
const isAre = (names: readonly string[]) => (names.length === 1 ? "is" : "are");

/** The state of a session, for the person who started it. */
export function sessionText(session: Session, at: number): string {
  const { phase, dueAt, change, timers } = session;
  const told = timers.filter((timer) => timer.alertAt !== null);
  const names = listed(told.map(({ name }) => name));
  const all = told.map(({ name }) => name);
  const alertAt = Math.min(...told.map((timer) => timer.alertAt ?? Number.POSITIVE_INFINITY));
  if (phase === "ended") {
    return told.length === 0
      ? "The session has ended."
      : `Not yet told the server. ${names} ${isAre(all)} alerted at ${clockText(alertAt)} unless this phone connects.`;
  }
  if (told.length === 0) return "Not armed yet: the server has not answered. Nobody is alerted.";
  const confirmedAt = Math.min(...told.map((timer) => timer.confirmedAt ?? at));
  const isConfirmed = told.some((timer) => timer.confirmed === change);
  if (!isConfirmed) {
    return `The new time is not confirmed yet. ${names} ${isAre(all)} alerted at ${clockText(alertAt)}.`;
  }
  if (at >= alertAt) return `The alert to ${names} was due at ${clockText(alertAt)}.`;
  if (at >= dueAt) {
    return `The time is up. ${names} ${isAre(all)} alerted at ${clockText(alertAt)} unless you end or extend the session.`;
  }
  return `If this session is not ended by ${clockText(dueAt)}, ${names} ${isAre(all)} alerted at ${clockText(alertAt)}. Confirmed ${clockText(confirmedAt)}.`;
}

/** The message for contacts when a session was ended and the server could not be told. */
export function endedMessage(): string {
  return "I have ended my session and I am fine. You may get an alert all the same, because my phone has no connection.";
}

/**
 * How many minutes from `at` until the next time of day `text` ("21:30"); null when it is none.
 */
export function minutesUntil(text: string, at: number): number | null {
  const match = /^(\d{1,2}):(\d{2})$/.exec(text);
  if (match === null) return null;
  const then = new Date(at);
  then.setHours(Number(match[1]), Number(match[2]), 0, 0);
  if (then.getTime() <= at) then.setDate(then.getDate() + 1);
  return (then.getTime() - at) / 60_000;
}
