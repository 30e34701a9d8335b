/** When the gate before everything protected is open, as a pure machine over what the person does and two clocks. */
import { gateTimes } from "#content/limits.ts";

/** Epoch milliseconds by the wall clock, which may be set, and milliseconds by the running one, which may stand still in sleep. */
export interface GateTime {
  readonly wall: number;
  readonly running: number;
}

/** Closed, or open: how long nothing was touched and the app was out of sight, in milliseconds until `at`. */
export type Gate =
  | { readonly isOpen: false }
  | {
      readonly isOpen: true;
      readonly at: GateTime;
      readonly untouchedMs: number;
      /** Null while it is in sight. */
      readonly hiddenMs: number | null;
    };

/** The code is asked for. */
export const CLOSED: Gate = { isOpen: false };

/** What happens. A page shown from the back/forward cache, and leaving for the heart monitor, are `closed`. */
export type GateEvent = "opened" | "closed" | "touched" | "hidden" | "shown" | "looked";

/** Milliseconds that passed by the clock by which more did; a wall clock that was set back counts as forever. */
function passed(from: GateTime, to: GateTime): number {
  const wall = to.wall - from.wall;
  return wall < 0 ? Number.POSITIVE_INFINITY : Math.max(wall, to.running - from.running);
}

/** An open gate at a later time. Each step counts by itself, so that a clock that is set back later takes nothing away. */
function aged(gate: Gate & { readonly isOpen: true }, now: GateTime) {
  const ms = passed(gate.at, now);
  const hiddenMs = gate.hiddenMs === null ? null : gate.hiddenMs + ms;
  return { ...gate, at: now, untouchedMs: gate.untouchedMs + ms, hiddenMs };
}

/** Milliseconds until the gate closes by itself; 0 or less when it is due, null while it is closed. */
export function closesIn(gate: Gate, now: GateTime): number | null {
  if (!gate.isOpen) return null;
  const { untouchedMs, hiddenMs } = aged(gate, now);
  const untouched = gateTimes.openUntouchedMs - untouchedMs;
  return hiddenMs === null
    ? untouched
    : Math.min(untouched, gateTimes.openWhileHiddenMs - hiddenMs);
}

/** The gate after an event. Only the right code opens it: what is due is closed before anything else counts. */
export function nextGate(before: Gate, event: GateEvent, now: GateTime): Gate {
  if (event === "opened") return { isOpen: true, at: now, untouchedMs: 0, hiddenMs: null };
  const due = closesIn(before, now);
  if (!before.isOpen || due === null || due <= 0) return CLOSED;
  const gate = aged(before, now);
  switch (event) {
    case "closed":
      return CLOSED;
    case "touched":
      return { ...gate, untouchedMs: 0 };
    case "hidden":
      return { ...gate, hiddenMs: gate.hiddenMs ?? 0 };
    case "shown":
      return { ...gate, hiddenMs: null };
    case "looked":
      return gate;
    default:
      return event satisfies never;
  }
}
