/** Which of a guardian's answers the settings show. Pure. */
import type { Answer } from "#seal/items.ts";

/** What a guardian answered, about an emergency, or about a test message with null. */
interface Given {
  readonly answer: Answer;
  readonly about: string | null;
}

const order: readonly Answer[] = ["seen", "on-the-way", "police-called"];

/**
 * The answer to show after `before`, of answers in the server's order; null where none came. Of the newest emergency the
 * furthest counts, as on the lock, and no answer to a test that came with one hides it.
 */
export function shownAnswer(before: Given | null, came: readonly Given[]): Given | null {
  const newest = came.findLast(({ about }) => about !== null) ?? came.at(-1);
  if (newest === undefined) return null;
  const all = [...(before === null ? [] : [before]), ...came];
  const same = all.filter(({ about }) => about === newest.about);
  return same.reduce((a, b) => (order.indexOf(b.answer) < order.indexOf(a.answer) ? a : b));
}
