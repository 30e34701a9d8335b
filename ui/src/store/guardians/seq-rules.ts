/** Which number the next item over a link has. */

/**
 * The next number: `nextSeq`, which is behind those that were noted, and at least the minutes since the link was made. Numbers
 * that a full disk could not note are forgotten with the page, and the server forgets them after days; the other side would take
 * an item under one of them for the old one. `madeAt` and `now` are in epoch milliseconds.
 */
export const freeSeq = (nextSeq: number, madeAt: number, now: number): number =>
  Math.max(nextSeq, Math.floor((now - madeAt) / 60_000));

/** After so many refused numbers in a row, which are a thousand apart at last, nobody has used them: it is the link that takes none. */
export const USED_MOST = 10;

/**
 * How many numbers an item leaves out after so many refused ones in a row: a page that was killed on a full disk may have used a
 * thousand, and an alarm must not try each.
 */
export const leftOut = (used: number): number => (used === 0 ? 0 : 2 ** Math.min(used, USED_MOST));
