/** What is said of a session: that it is armed only where the server has confirmed it. Pure. */
import { withDay } from "#content/local-dates.ts";
import type { Moment } from "#content/time.ts";
import {
  isConfirmed,
  lastAlertAt,
  mayAlert,
  type Session,
  serverTime,
  shownDue,
  shownTime,
  type Timer,
  timeOf,
} from "./machine-state.ts";

const twoDigits = (number: number) => `${number}`.padStart(2, "0");

/** A time of day, with the day where that is not today's: a session may have ended weeks ago. */
export function clockText(at: number, now: number): string {
  const date = new Date(at);
  return withDay(`${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`, at, now);
}

/**
 * The time of day of a deadline, to the nearest minute: the server's clock is known to some milliseconds, and cut to its minute
 * a time just before the next would be said a minute early.
 */
export function deadlineText(at: number, now: number): string {
  return clockText(at + 30_000, now);
}

const listed = (timers: readonly Timer[]) => timers.map(({ name }) => name).join(" and ");
const isAre = (timers: readonly Timer[]) => (timers.length === 1 ? "is" : "are");

/** When the first of the timers alerts, or did. */
function alertText(session: Session, timers: readonly Timer[], at: Moment): string {
  const times = timers.flatMap(({ held }) => (held === null ? [] : held.alertAt));
  return deadlineText(shownTime(session, Math.min(...times), at), at.wall);
}

/** What is said of guardians whose links do not answer: what the server held of them it may hold still. */
function missingText(session: Session, timers: readonly Timer[], at: Moment): string[] {
  const armed = timers.filter((timer) => mayAlert(session, timer, at));
  const others = timers.filter((timer) => !armed.includes(timer));
  const word = others.some(({ isTried }) => isTried) ? "confirmed" : "armed";
  return [
    ...armed.map((timer) => {
      // What the server took is earlier than what it may have taken since.
      const taken = timer.held?.alertAt ?? 0;
      const alertAt = serverTime(session, at) < taken ? taken : lastAlertAt(session, timer);
      const time = deadlineText(shownTime(session, alertAt ?? 0, at), at.wall);
      return `${timer.name} may be alerted at ${time}: the link does not answer.`;
    }),
    ...(others.length > 0 ? [`Not ${word} for ${listed(others)}: the link does not answer.`] : []),
  ];
}

/** What the server has confirmed. */
function confirmedText(session: Session, timers: readonly Timer[], at: Moment): string {
  const who = `${listed(timers)} ${isAre(timers)} alerted at ${alertText(session, timers, at)}`;
  const saidAt = timers.flatMap(({ held }) => (held === null ? [] : held.saidAt.wall));
  switch (timeOf(session, at)) {
    case "open":
      return `If this session is not ended by ${deadlineText(shownDue(session, at), at.wall)}, ${who}. Confirmed ${clockText(Math.min(...saidAt), at.wall)}.`;
    case "up":
      return `The time is up. ${who} unless you end or extend the session.`;
    case "over":
      return `The alert to ${listed(timers)} was due at ${alertText(session, timers, at)}.`;
  }
}

/** What is said of the guardians who cannot be alerted. */
function lossText(timers: readonly Timer[]): string[] {
  const of = (loss: Timer["loss"]) => timers.filter((timer) => timer.loss === loss);
  const [left, unreachable] = [of("left"), of("unreachable")];
  const lost = left.length + unreachable.length;
  return [
    ...(lost > 0 && lost === timers.length ? ["Nobody is alerted."] : []),
    ...(left.length > 0 ? [`${listed(left)} ${isAre(left)} no longer linked.`] : []),
    ...(unreachable.length > 0
      ? [`No notification can be sent to ${listed(unreachable)} now.`]
      : []),
  ];
}

function runningText(session: Session, at: Moment): string {
  const all = session.timers;
  const fired = all.filter(({ held }) => held?.hasFired);
  const there = all.filter((timer) => timer.loss === null && !timer.held?.hasFired);
  const missing = there.filter(({ isMissing }) => isMissing);
  const others = there.filter((timer) => !missing.includes(timer));
  const confirmed = others.filter((timer) => isConfirmed(session, timer));
  const older = others.filter((timer) => timer.held !== null && !confirmed.includes(timer));
  const unknown = others.filter(({ held }) => held === null);
  const isNew = confirmed.length === 0;
  const notYet = unknown.some(({ isTried }) => isTried)
    ? `Not confirmed yet for ${listed(unknown)} by the server.`
    : `Not armed yet for ${listed(unknown)}: the server has not answered.`;
  const nobodyYet = unknown.some(({ isTried }) => isTried)
    ? "Not confirmed yet by the server."
    : "Not armed yet: the server has not answered. Nobody is alerted.";
  const newTime = isNew ? "The new time is not confirmed yet. " : "";
  const told = fired.length + confirmed.length + older.length;
  return [
    ...(fired.length > 0
      ? [`The alert to ${listed(fired)} was sent at ${alertText(session, fired, at)}.`]
      : []),
    ...(confirmed.length > 0 ? [confirmedText(session, confirmed, at)] : []),
    ...(older.length > 0
      ? [`${newTime}${listed(older)} ${isAre(older)} alerted at ${alertText(session, older, at)}.`]
      : []),
    ...(unknown.length > 0 ? [told + missing.length === 0 ? nobodyYet : notYet] : []),
    ...missingText(session, missing, at),
    ...lossText(all.filter((timer) => !timer.held?.hasFired)),
  ].join(" ");
}

/** What the person reads who ended it without a connection. */
function endedText(session: Session, at: Moment): string {
  const left = session.timers.filter(({ isSettled }) => !isSettled);
  const missing = left.filter((timer) => timer.isMissing && mayAlert(session, timer, at));
  const open = left.filter((timer) => timer.held !== null && !missing.includes(timer));
  const alerted = open.filter(({ held }) => held?.hasFired);
  const armed = open.filter(({ held }) => !held?.hasFired);
  const sentences = [
    ...(alerted.length > 0 ? [`The alert to ${listed(alerted)} was sent.`] : []),
    ...(armed.length > 0
      ? [
          `${listed(armed)} ${isAre(armed)} alerted at ${alertText(session, armed, at)} unless this phone connects.`,
        ]
      : []),
    ...missingText(session, missing, at),
  ];
  return sentences.length === 0
    ? "The session has ended."
    : ["Not yet told the server.", ...sentences].join(" ");
}

/** The state of a session, for the person who started it. */
export function sessionText(session: Session, at: Moment): string {
  return session.phase === "ended" ? endedText(session, at) : runningText(session, at);
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
