/** When requests that wait for news pause: a server with too many of them answers some at once, and would otherwise be asked again at once. */

/** A request for news that took less than this did not wait, in milliseconds. */
const QUICK_MS = 500;
/** News may come in a row: so many quick answers are followed by another request without a pause. */
const IN_A_ROW = 3;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;

/** How many quick answers came in a row, and how long to pause before the next request. */
export interface Pace {
  readonly quick: number;
  readonly pauseMs: number;
}

/** Before the first request. */
export const unhurried: Pace = { quick: 0, pauseMs: 0 };

/** The pace after an answer that took `tookMs`: pauses that double as long as answers come at once. */
export function paced({ quick }: Pace, tookMs: number): Pace {
  if (tookMs >= QUICK_MS) return unhurried;
  const surplus = quick + 1 - IN_A_ROW;
  const pauseMs =
    surplus <= 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (surplus - 1), LONGEST_PAUSE_MS);
  return { quick: quick + 1, pauseMs };
}
