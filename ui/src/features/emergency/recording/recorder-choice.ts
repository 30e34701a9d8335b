/** Which recorder comes next: one that gives no sound beside a microphone that works gives way to another kind. */
import { recordingLimits } from "#content/limits.ts";

/** How a recorder has delivered since its last sound. */
export interface Delivery {
  /** How long it has given none, in milliseconds in which this page ran. */
  readonly waitedMs: number;
  /** Whether it gave a chunk without sound meanwhile: empty, or with a header alone. */
  readonly gaveEmpty: boolean;
  readonly lookedAt: number | null;
}

/** A recorder that has just begun, or has just given sound. */
export const DELIVERED: Delivery = { waitedMs: 0, gaveEmpty: false, lookedAt: null };

/** A page that was frozen looks late: the time in which nothing could arrive does not count. */
const LONGEST_LOOK_MS = 500;

/**
 * Looks at a recorder. Digital silence is no fault of its own. One that gives chunks without sound is broken; one that gives
 * nothing at all may only be slow, and gets twice the time.
 */
export function looked(
  before: Delivery,
  peak: number | null,
  at: number,
): { readonly delivery: Delivery; readonly isBroken: boolean } {
  const passed = before.lookedAt === null ? 0 : Math.min(at - before.lookedAt, LONGEST_LOOK_MS);
  const waitedMs = before.waitedMs + (peak === 0 ? 0 : passed);
  const patienceMs = recordingLimits.emptyMs * (before.gaveEmpty ? 1 : 2);
  return {
    delivery: { ...before, waitedMs, lookedAt: at },
    isBroken: waitedMs >= patienceMs,
  };
}

/** Which of `count` kinds of recorders comes after the one at `index`: the next one where that is useless, and after the last the first. */
export const nextRecorder = (index: number, count: number, isUseless: boolean): number =>
  isUseless ? (index + 1) % Math.max(1, count) : index;
