/** Which number the next item over a link has. */

/**
 * The next number: `nextSeq`, which is behind those that were noted, and at least the minutes since the link was made. Numbers
 * that a full disk could not note are forgotten with the page, and the server forgets them after days; the other side would take
 * an item under one of them for the old one. `madeAt` and `now` are in epoch milliseconds.
 */
export const freeSeq = (nextSeq: number, madeAt: number, now: number): number =>
  Math.max(nextSeq, Math.floor((now - madeAt) / 60_000));
