/**
 * Time by the two clocks of a device, neither of which is reliable alone: the wall clock may be set forward and back, and
 * the running clock may stop while a phone sleeps. Pure.
 */

/** A moment, by both clocks. */
export interface Moment {
  /** Epoch milliseconds, by a clock that its owner may change. */
  readonly wall: number;
  /** Milliseconds of a clock that nobody can set; null where it is not known. */
  readonly running: number | null;
}

/** Clocks that went apart by more than this did so because one was set or the other stood still, in milliseconds. */
const JUMP_MS = 2_000;

/** By how many milliseconds the wall clock went further than the running one; 0 where only one clock is known. */
export function jump(from: Moment, to: Moment): number {
  if (from.running === null || to.running === null) return 0;
  return to.wall - from.wall - (to.running - from.running);
}

/** Whether the phone slept or a clock was set: what was measured before may be older than it seems. */
export function hasJumped(from: Moment, to: Moment): boolean {
  return Math.abs(jump(from, to)) > JUMP_MS;
}

/** How much later `to` is, in milliseconds, negative where it is earlier: by the clock that says more. */
export function later(from: Moment, to: Moment): number {
  const byWall = to.wall - from.wall;
  const byRunning =
    from.running === null || to.running === null ? byWall : to.running - from.running;
  const isEarlier = byWall < 0 && byRunning < 0;
  return isEarlier ? Math.min(byWall, byRunning) : Math.max(byWall, byRunning);
}

/** The milliseconds from one moment to another, at least: a clock that stood still or was set back says too little. */
export function elapsed(from: Moment, to: Moment): number {
  return Math.max(0, later(from, to));
}

/** Whether the wall clock was set back in between: then more may have passed than either clock says. */
export function wasSetBack(from: Moment, to: Moment): boolean {
  return jump(from, to) < -JUMP_MS || later(from, to) < -JUMP_MS;
}
