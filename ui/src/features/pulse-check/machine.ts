/**
 * A session as a pure machine: it is armed on the server once for each guardian, and alerts them unless it is ended in
 * time. When it is due is a time of the server, in epoch milliseconds, which only the person moves. This device's clocks
 * are never believed for it: they may be set, and stand still while the phone sleeps.
 */
import { sessionLimits } from "#content/guardian-limits.ts";
import { elapsed, hasJumped, type Moment } from "#content/time.ts";
import {
  alertAtOf,
  dueAfterChanges,
  type Held,
  type Phase,
  type Session,
  serverTime,
  type Timer,
} from "./machine-state.ts";

/** What the server said of one timer. */
interface Said {
  readonly guardian: string;
  readonly hasPush: boolean;
  /** The server's clock. */
  readonly server: number;
  readonly at: Moment;
}

/** A timer as the server has it. */
type Known = Pick<Held, "alertAt" | "hasFired" | "generation">;

/** What the server holds of a guardian's timer; null for nothing. */
interface Found extends Said {
  readonly timer: Known | null;
  /** The largest number that it has, also of a timer that was stopped; null where it has none, or is too old to say it. */
  readonly newest: number | null;
}

/** What can happen to a session. */
export type SessionEvent =
  | { readonly type: "extended"; readonly at: Moment }
  | { readonly type: "ended"; readonly code: "own" | "public" }
  /** The person knows who is not alerted. */
  | { readonly type: "acknowledged" }
  /** A request is being made to arm a guardian's timer. */
  | { readonly type: "tried"; readonly guardian: string }
  /** It was answered. */
  | ({ readonly type: "armed"; readonly timer: Known } & Said)
  /** The server was asked what it holds. */
  | ({ readonly type: "found" } & Found)
  /** The server does not arm it as it was asked to. */
  | { readonly type: "refused"; readonly guardian: string }
  /** Something answers that the link is not there, and does not prove that it has ended. */
  | { readonly type: "missing"; readonly guardian: string }
  /** The link is no more. */
  | { readonly type: "left"; readonly guardian: string }
  /** The server was told the end, or can be told nothing more. */
  | { readonly type: "settled"; readonly guardian: string; readonly phase: Phase };

/** A session that begins at `at`, and lasts so long. */
export function begun(
  id: string,
  ms: number,
  guardians: readonly Pick<Timer, "guardian" | "name" | "stop">[],
  at: Moment,
): Session {
  const timers = guardians.map((one) => ({
    ...one,
    // Larger than that of most earlier sessions, even where this device has forgotten them. The server says of others what to exceed.
    generation: Math.floor(at.wall / 1_000),
    isTried: false,
    held: null,
    ...{ loss: null, isMissing: false, isLossKnown: false, isSettled: false },
  }));
  const changes = [{ ms, from: at }];
  return { id, phase: "running", dueAt: null, changes, clock: null, timers };
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

/** A quarter of an hour more, from now where the time is up; nothing after the alert. */
function extended(session: Session, at: Moment): Session {
  const isOver = session.timers.every(({ held }) => held?.hasFired);
  if (session.phase !== "running" || isOver) return session;
  const change = { ms: sessionLimits.extendMinutes * 60_000, from: at };
  return { ...session, changes: [...session.changes, change] };
}

/** A different end: the own PIN after the public one is told the server too. Of nobody there is nothing to tell. */
function ended(session: Session, code: "own" | "public"): Session | null {
  // The public code ends nothing that the own PIN has ended.
  if (session.phase === "ended") return session;
  const phase = code === "own" ? "ended" : "surrendered";
  const timers = session.timers.map((timer) => ({ ...timer, isSettled: false }));
  return unlessSettled({ ...session, phase, timers });
}

/** The person knows: a session of which nobody is left is over. */
function acknowledged(session: Session): Session | null {
  if (session.phase !== "running") return session;
  if (session.timers.every(({ loss }) => loss === "left")) return null;
  const timers = session.timers.map((timer) => ({ ...timer, isLossKnown: timer.loss !== null }));
  return { ...session, timers };
}

/** Puts what the person asked for into the server's time. */
function atServerTime(before: Session, { server, at }: Said, timer: Known | null): Session {
  const session = { ...before, clock: { server, at } };
  if (session.changes.length > 0) {
    const due = Math.round(dueAfterChanges(session, server, at) / 1_000) * 1_000;
    return { ...session, dueAt: due, changes: [] };
  }
  // An earlier release stored this device's time.
  const isOld = before.clock === null && timer !== null;
  return isOld ? { ...session, dueAt: timer.alertAt - sessionLimits.graceMs } : session;
}

/** What the server said of a timer. */
function said(session: Session, timer: Known | null, news: Said): Session {
  const told = withTimer(session, news.guardian, (before) => {
    const held = timer && { ...timer, saidAt: news.at };
    if (before.loss === "left") return { ...before, held };
    const loss = news.hasPush ? null : "unreachable";
    return {
      ...before,
      held,
      loss,
      isMissing: false,
      isLossKnown: loss !== null && before.isLossKnown,
    };
  });
  return atServerTime(told, news, timer);
}

/** What the server holds, as far as it is this session's. */
function found(session: Session, news: Found): Session {
  const { timer, newest } = news;
  const before = session.timers.find(({ guardian }) => guardian === news.guardian);
  const ours = [before?.generation, before?.held?.generation];
  const last = timer?.generation ?? newest;
  if (last === null || (timer !== null && ours.includes(last))) return said(session, timer, news);
  // One of another session, also where that was ended, or of a request that nobody answered: a newer one replaces it.
  const newer = withTimer(session, news.guardian, (one) => ({
    ...one,
    generation: Math.max(one.generation, last + 1),
  }));
  return said(newer, null, news);
}

/** The link of a guardian is no more: the person must know while the session runs. */
function left(session: Session, guardian: string): Session | null {
  if (session.phase === "running") {
    return withTimer(session, guardian, (timer) =>
      timer.loss === "left" ? timer : { ...timer, loss: "left", isLossKnown: false },
    );
  }
  return settled(session, guardian);
}

const settled = (session: Session, guardian: string) =>
  unlessSettled(withTimer(session, guardian, (timer) => ({ ...timer, isSettled: true })));

/** The next state; null when the session is over. */
export function next(session: Session, event: SessionEvent): Session | null {
  switch (event.type) {
    case "extended":
      return extended(session, event.at);
    case "ended":
      return ended(session, event.code);
    case "acknowledged":
      return acknowledged(session);
    case "tried":
      return withTimer(session, event.guardian, (timer) => ({
        ...timer,
        generation: timer.generation + 1,
        isTried: true,
      }));
    case "armed":
      return said(session, event.timer, event);
    case "found":
      return found(session, event);
    case "refused":
      return withTimer(session, event.guardian, (timer) => ({
        ...timer,
        held: null,
        isMissing: false,
      }));
    case "missing":
      return withTimer(session, event.guardian, (timer) => ({ ...timer, isMissing: true }));
    case "left":
      return left(session, event.guardian);
    case "settled":
      return event.phase === session.phase ? settled(session, event.guardian) : session;
    default:
      return event satisfies never;
  }
}

/**
 * The next state after what became of a request for the session `id`. The person may have begun another one meanwhile, which
 * has timers of its own with the same guardians: an answer for the earlier session says nothing of it.
 */
export function nextAfterRequest(
  session: Session,
  id: string,
  event: SessionEvent,
): Session | null {
  return session.id === id ? next(session, event) : session;
}

/** What to ask the server for a timer now. */
export type Wanted =
  /** What it holds, and its time. */
  | { readonly type: "ask" }
  | { readonly type: "arm"; readonly alertAt: number }
  /** Only the item is replaced, with the newest place. */
  | { readonly type: "renew" }
  | { readonly type: "alert" }
  | { readonly type: "stop" }
  | { readonly type: "nothing" };

/** What a timer needs at `at`; `isAsked` says whether the server was asked since the page was last shown. */
export function wantedFor(
  session: Session,
  timer: Timer,
  { at, isAsked }: { readonly at: Moment; readonly isAsked: boolean },
): Wanted {
  const { held } = timer;
  if (timer.isSettled) return { type: "nothing" };
  if (session.phase === "ended") return { type: "stop" };
  if (session.phase === "surrendered") return { type: "alert" };
  if (timer.loss === "left") return { type: "nothing" };
  const heardAt = held?.saidAt ?? session.clock?.at;
  if (!isAsked || heardAt === undefined || hasJumped(heardAt, at)) return { type: "ask" };
  if (held?.hasFired) return { type: "nothing" };
  const alertAt = alertAtOf(session);
  if (alertAt === null || session.changes.length > 0) return { type: "ask" };
  if (held?.alertAt !== alertAt) return { type: "arm", alertAt };
  const leftMs = alertAt - serverTime(session, at);
  // Whether it has alerted only the server can say.
  if (leftMs <= 0) return { type: "ask" };
  const isFresh = elapsed(held.saidAt, at) < sessionLimits.renewEveryMs;
  return { type: isFresh || leftMs < sessionLimits.lastRenewalMs ? "nothing" : "renew" };
}

/** Whether the answer to "alert now" says that the alert of a session that ran out had gone before. */
export function hadRunOut(session: Session, { guardian }: Timer, answer: Known): boolean {
  const before = session.timers.find((timer) => timer.guardian === guardian)?.held;
  return answer.hasFired && [alertAtOf(session), before?.alertAt].includes(answer.alertAt);
}
