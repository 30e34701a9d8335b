/**
 * A session as a pure machine: it is armed on the server once for each guardian, and alerts them unless it is ended in
 * time. Times are epoch milliseconds of this device.
 */
import { sessionLimits } from "#content/limits.ts";

/** The timer of one guardian. */
export interface Timer {
  readonly guardian: string;
  readonly name: string;
  /** The token that stops it. */
  readonly stop: string;
  /** Counts its armings. */
  readonly generation: number;
  /** When the server alerts, as it last confirmed; null before it did. */
  readonly alertAt: number | null;
  /** When it confirmed that. */
  readonly confirmedAt: number | null;
  /** Which change of the session the server has confirmed. */
  readonly confirmed: number;
  /** Whether there is nothing more to tell the server. */
  readonly isSettled: boolean;
}

/**
 * `running`: to be armed, or armed; `ended`: the own PIN was typed, and the server is told; `surrendered`: the public
 * code was typed, so that it seems ended, and guardians are alerted.
 */
type Phase = "running" | "ended" | "surrendered";

/** A session. */
export interface Session {
  readonly id: string;
  readonly phase: Phase;
  /** When the person wants to have ended it. */
  readonly dueAt: number;
  /** Counts what the person changed, so that an answer to an older request confirms nothing. */
  readonly change: number;
  /** Whether the public code was typed, so that guardians were alerted whatever the time is. */
  readonly isSurrendered: boolean;
  readonly timers: readonly Timer[];
}

/** What can happen to a session. */
export type SessionEvent =
  | { readonly type: "extended"; readonly at: number }
  | { readonly type: "ended"; readonly code: "own" | "public" }
  /** A request is being made for a guardian's timer. */
  | { readonly type: "tried"; readonly guardian: string }
  | {
      readonly type: "armed";
      readonly guardian: string;
      readonly change: number;
      readonly alertAt: number;
      readonly at: number;
    }
  /** The server was told the end, or can be told nothing more. */
  | { readonly type: "settled"; readonly guardian: string; readonly phase: Phase }
  /** What the server says of a timer, asked after a reload: its clock is right. */
  | { readonly type: "found"; readonly guardian: string; readonly alertAt: number };

/** A session that begins at `at`, and lasts until `dueAt`. */
export function begun(
  id: string,
  dueAt: number,
  guardians: readonly Pick<Timer, "guardian" | "name" | "stop">[],
  at: number,
): Session {
  const timers = guardians.map((one) => ({
    ...one,
    // Larger than that of any earlier session, even where this device has forgotten it.
    generation: Math.floor(at / 1_000),
    alertAt: null,
    confirmedAt: null,
    confirmed: -1,
    isSettled: false,
  }));
  return { id, phase: "running", dueAt, change: 0, isSurrendered: false, timers };
}

/** When the session alerts. */
function alertAtOf({ dueAt }: Session): number {
  return dueAt + sessionLimits.graceMs;
}

const withTimer = (
  session: Session,
  guardian: string,
  change: (timer: Timer) => Timer,
): Session => ({
  ...session,
  timers: session.timers.map((timer) => (timer.guardian === guardian ? change(timer) : timer)),
});

/** Nothing is left to do: the session is over. */
const unlessSettled = (session: Session): Session | null =>
  session.timers.every(({ isSettled }) => isSettled) ? null : session;

/** A quarter of an hour more, from now where the time is up. */
function extended(session: Session, at: number): Session {
  const more = sessionLimits.extendMinutes * 60_000;
  return { ...session, dueAt: Math.max(session.dueAt, at) + more, change: session.change + 1 };
}

/** A different end: the own PIN after the public one is told the server too. */
function ended(session: Session, code: "own" | "public"): Session | null {
  // The public code ends nothing that the own PIN has ended.
  if (session.phase === "ended") return session;
  const phase = code === "own" ? "ended" : "surrendered";
  const timers = session.timers.map((timer) => ({ ...timer, isSettled: false }));
  const isSurrendered = session.isSurrendered || code === "public";
  return { ...session, phase, change: session.change + 1, isSurrendered, timers };
}

/** Whether a guardian was alerted by `at`, so that the end is news to them. */
export function wasAlerted({ isSurrendered }: Session, { alertAt }: Timer, at: number): boolean {
  return isSurrendered || (alertAt !== null && alertAt <= at);
}

/** The next state; null when the session is over. */
export function next(session: Session, event: SessionEvent): Session | null {
  switch (event.type) {
    case "extended":
      return session.phase === "running" ? extended(session, event.at) : session;
    case "ended":
      return ended(session, event.code);
    case "tried":
      return withTimer(session, event.guardian, (timer) => ({
        ...timer,
        generation: timer.generation + 1,
      }));
    case "armed":
      return withTimer(session, event.guardian, (timer) => ({
        ...timer,
        alertAt: event.alertAt,
        confirmedAt: event.at,
        confirmed: event.change,
      }));
    case "settled":
      if (event.phase !== session.phase) return session;
      return unlessSettled(
        withTimer(session, event.guardian, (timer) => ({ ...timer, isSettled: true })),
      );
    case "found": {
      const known = withTimer(session, event.guardian, (timer) => ({
        ...timer,
        alertAt: event.alertAt,
      }));
      const isCurrent = known.timers.some(
        ({ guardian, confirmed }) => guardian === event.guardian && confirmed === session.change,
      );
      return isCurrent ? { ...known, dueAt: event.alertAt - sessionLimits.graceMs } : known;
    }
    default:
      return event satisfies never;
  }
}

/** What to ask the server for a timer now. */
export type Wanted =
  | { readonly type: "arm"; readonly inSeconds: number; readonly graceSeconds: number }
  | { readonly type: "alert" }
  | { readonly type: "stop" }
  | { readonly type: "nothing" };

/** What a timer needs at `at`. */
export function wantedFor(session: Session, timer: Timer, at: number): Wanted {
  if (timer.isSettled) return { type: "nothing" };
  if (session.phase === "ended") return { type: "stop" };
  if (session.phase === "surrendered") return { type: "alert" };
  const alertInMs = alertAtOf(session) - at;
  const isConfirmed = timer.confirmed === session.change;
  const isFresh =
    isConfirmed &&
    timer.confirmedAt !== null &&
    Math.abs(at - timer.confirmedAt) < sessionLimits.renewEveryMs;
  if (isFresh || (isConfirmed && alertInMs < sessionLimits.lastRenewalMs))
    return { type: "nothing" };
  const total = Math.max(0, Math.floor(alertInMs / 1_000));
  const inSeconds = Math.max(0, Math.min(total, Math.floor((session.dueAt - at) / 1_000)));
  return { type: "arm", inSeconds, graceSeconds: total - inSeconds };
}
