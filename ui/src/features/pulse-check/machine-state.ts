/** A session, and what can be read off it. Pure. */
import { sessionLimits } from "#content/guardian-limits.ts";
import { elapsed, type Moment } from "#content/time.ts";

/** What the server holds of a timer, as it said at a moment. */
export interface Held {
  /** When it alerts, or did, by the server's clock. */
  readonly alertAt: number;
  readonly hasFired: boolean;
  /** Which arming it is. */
  readonly generation: number;
  readonly saidAt: Moment;
}

/** Why a guardian is not alerted: the link is no more, or the server cannot push to the guardian's phone. */
type Loss = "left" | "unreachable";

/** The timer of one guardian. */
export interface Timer {
  readonly guardian: string;
  readonly name: string;
  /** The token that stops it. */
  readonly stop: string;
  /** Counts the requests to arm it. */
  readonly generation: number;
  /** Whether a request to arm it was sent, so that it may be armed even where nobody answered. */
  readonly isTried: boolean;
  /** Null before the server said something. */
  readonly held: Held | null;
  readonly loss: Loss | null;
  /** Whether the last answer was that the link is not there, which proves nothing. */
  readonly isMissing: boolean;
  /** Whether the person knows of the loss. */
  readonly isLossKnown: boolean;
  /** Whether there is nothing more to tell the server. */
  readonly isSettled: boolean;
}

/**
 * `running`: to be armed, or armed; `ended`: the own PIN was typed, and the server is told; `surrendered`: the public
 * code was typed, so that it seems ended, and guardians are alerted.
 */
export type Phase = "running" | "ended" | "surrendered";

/** So much time, from the end of the session, or from a moment where there is none or it has passed. */
interface Change {
  readonly ms: number;
  readonly from: Moment;
}

/** A session. */
export interface Session {
  readonly id: string;
  readonly phase: Phase;
  /** When the person wants to have ended it, by the server's clock; null while that is not known. */
  readonly dueAt: number | null;
  /** What the person asked for since the server's time was known last. */
  readonly changes: readonly Change[];
  /** What the server's clock showed at a moment. */
  readonly clock: { readonly server: number; readonly at: Moment } | null;
  readonly timers: readonly Timer[];
}

/**
 * When it is due without the changes. A server whose clock was set forward lets timers run as long as they had to: where the wanted
 * time had passed when it said that it holds a later one, that counts, as long as its clock shows so.
 */
function dueNow({ dueAt, clock, timers }: Session): number | null {
  if (dueAt === null || clock === null) return dueAt;
  const wanted = dueAt + sessionLimits.graceMs;
  const held = timers.flatMap((timer) => timer.held ?? []);
  const late = held.filter(({ saidAt }) => wanted <= clock.server - elapsed(saidAt, clock.at));
  return Math.max(wanted, ...late.map(({ alertAt }) => alertAt)) - sessionLimits.graceMs;
}

/** When it is due, where the server's clock shows `server` at `at`. */
export function dueAfterChanges(session: Session, server: number, at: Moment): number {
  return session.changes.reduce(
    (due, { ms, from }) => Math.max(due, server - elapsed(from, at)) + ms,
    dueNow(session) ?? Number.NEGATIVE_INFINITY,
  );
}

/** What the server's clock shows at `at`, as far as this device can say; its own time where it never asked. */
export function serverTime({ clock }: Session, at: Moment): number {
  return clock === null ? at.wall : clock.server + elapsed(clock.at, at);
}

/** A time of the server as this device's clock shows it. */
export function shownTime(session: Session, time: number, at: Moment): number {
  return time - serverTime(session, at) + at.wall;
}

/** When the session is due, as this device's clock shows it. */
export function shownDue(session: Session, at: Moment): number {
  return shownTime(session, dueAfterChanges(session, serverTime(session, at), at), at);
}

/** When the server is to alert; null while its time is not known. */
export function alertAtOf(session: Session): number | null {
  const due = dueNow(session);
  return due === null ? null : due + sessionLimits.graceMs;
}

/** How far the time is: `open` before the end, `up` until the alert, `over` after that. */
export function timeOf(session: Session, at: Moment): "open" | "up" | "over" {
  const now = serverTime(session, at);
  const due = dueAfterChanges(session, now, at);
  if (now < due) return "open";
  return now < due + sessionLimits.graceMs ? "up" : "over";
}

/** When the server alerts a guardian at the latest, whatever it has taken; null where it was asked for no time. */
export function lastAlertAt(session: Session, { held }: Timer): number | null {
  const times = [held?.alertAt, alertAtOf(session)].flatMap((time) => time ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

/** Whether a timer may still alert a guardian whose link does not answer: until its time is over nobody can tell. */
export function mayAlert(session: Session, timer: Timer, at: Moment): boolean {
  const last = timer.isTried || timer.held !== null ? lastAlertAt(session, timer) : null;
  return last !== null && serverTime(session, at) < last;
}

/** Whether the server holds what the person wants, and can alert the guardian. */
export function isConfirmed(session: Session, { held, loss, isMissing }: Timer): boolean {
  if (isMissing) return false;
  const isHeld = held !== null && !held.hasFired && held.alertAt === alertAtOf(session);
  return isHeld && session.changes.length === 0 && loss === null;
}

/** Whether somebody is not alerted and the person does not know. */
export function hasLoss({ phase, timers }: Session): boolean {
  return phase === "running" && timers.some(({ loss, isLossKnown }) => loss && !isLossKnown);
}
