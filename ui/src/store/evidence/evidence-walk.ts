/** A part's chain, followed link by link through its homes: no more than a few links are in memory at once. */
import { type SealedLink, seal } from "./evidence-chain.ts";

/** The second home of links, read only where the first does not have what the chain needs. */
export interface Copies<T> {
  /** The link with this number, or null. */
  readonly read: (seq: number) => Promise<T | null>;
  /** The numbers of all links, in their order. */
  readonly seqs: () => Promise<readonly number[]>;
}

/** Where a chain begins, where its row says that it ends, and what there is of it. */
export interface Chain<T> {
  readonly start: string;
  readonly end: string;
  /** The links of the first home, in their order. */
  readonly kept: AsyncIterable<T>;
  readonly copies: Copies<T>;
}

/** A link in its place. */
export interface Followed<T> {
  readonly link: T;
  /** Whether the one before it is there too. */
  readonly isNext: boolean;
  /** Whether it is as it was sealed. After a missing link its place in the chain cannot be judged. */
  readonly fits: boolean;
}

/** Whether a link continues the chain and holds what was sealed. A head of null is not known. */
async function continues(head: string | null, link: SealedLink): Promise<boolean> {
  const again = await seal(head ?? "", link);
  return (head === null || again.chain === link.chain) && again.sha256 === link.sha256;
}

/**
 * Follows a chain: one link for each number, in their order. Of two links with one number the one that fits counts, so
 * that one home makes up for what the other lost.
 */
export async function* follow<T extends SealedLink>(
  chain: Chain<T>,
): AsyncGenerator<Followed<T>, void> {
  let [head, expected, isWhole] = [chain.start, 0, true];
  /** The link for a number: the one of the first home when it fits, or else the copy that does. */
  const choose = async (seq: number, kept: T | null): Promise<Followed<T> | null> => {
    const isNext = seq === expected;
    const known = isNext ? head : null;
    if (kept !== null && (await continues(known, kept))) return { link: kept, isNext, fits: true };
    const copy = await chain.copies.read(seq);
    if (copy !== null && (await continues(known, copy))) return { link: copy, isNext, fits: true };
    const link = kept ?? copy;
    return link && { link, isNext, fits: false };
  };
  async function* at(seq: number, kept: T | null) {
    const found = await choose(seq, kept);
    if (found === null) return;
    isWhole &&= found.isNext && found.fits;
    head = found.link.chain;
    expected = seq + 1;
    yield found;
  }
  async function* copied(until: number) {
    if (expected >= until) return;
    for (const seq of await chain.copies.seqs()) {
      if (expected <= seq && seq < until) yield* at(seq, null);
    }
  }
  for await (const kept of chain.kept) {
    yield* copied(kept.seq);
    yield* at(kept.seq, kept);
  }
  if (!isWhole || head !== chain.end) yield* copied(Number.POSITIVE_INFINITY);
}
