/** A part's chain, put together from its copies. */
import { type SealedLink, seal } from "./evidence-chain.ts";

/** A chain as put together from copies. */
export interface Assembled<T extends SealedLink> {
  /** The links, one for each number, in their order. */
  readonly links: readonly T[];
  /** Whether no link is missing between the first and the last one that is there. */
  readonly isComplete: boolean;
  /** Whether a link is not as it was sealed. After a missing link its place in the chain cannot be judged. */
  readonly isAltered: boolean;
  /** The head after the last link. */
  readonly head: string;
}

/** The link that continues the chain, or the first; there is at least one. A head of null is not known. */
async function fitting<T extends SealedLink>(
  head: string | null,
  candidates: readonly [T, ...T[]],
) {
  for (const link of candidates) {
    const again = await seal(head ?? "", link);
    const isContinued = head === null || again.chain === link.chain;
    if (isContinued && again.sha256 === link.sha256) return { link, fits: true };
  }
  return { link: candidates[0], fits: false };
}

/**
 * Puts a chain together from links of several copies, in any order. Of links with one number the one that fits counts,
 * so that one copy makes up for what another lost.
 */
export async function assemble<T extends SealedLink>(
  start: string,
  candidates: readonly T[],
): Promise<Assembled<T>> {
  const bySeq = new Map<number, [T, ...T[]]>();
  for (const link of candidates) {
    const same = bySeq.get(link.seq);
    if (same === undefined) bySeq.set(link.seq, [link]);
    else same.push(link);
  }
  const links: T[] = [];
  let [head, expected, isComplete, isAltered] = [start, 0, true, false];
  for (const [seq, same] of [...bySeq].sort(([a], [b]) => a - b)) {
    const isNext = seq === expected;
    const { link, fits } = await fitting(isNext ? head : null, same);
    isComplete &&= isNext;
    isAltered ||= !fits;
    links.push(link);
    head = link.chain;
    expected = seq + 1;
  }
  return { links, isComplete, isAltered, head };
}
