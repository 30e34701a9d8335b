/** The hash chain of a recording, which shows any change. */
import { sha256 } from "#platform/digest.ts";

/** The head before the first part of an emergency. */
export const CHAIN_START = "0".repeat(64);

/** The hashed fields of a link. */
export interface ChainLink {
  readonly seq: number;
  readonly kind: "sound" | "gap";
  readonly at: number;
  readonly mono: number;
  readonly bytes: ArrayBuffer;
}

/** A link with its own digest and the chain's head after it. */
export interface SealedLink extends ChainLink {
  readonly sha256: string;
  readonly chain: string;
}

const text = (value: string) => new TextEncoder().encode(value).buffer as ArrayBuffer;

/** The head after a link: SHA-256 over `head|seq|kind|at|mono|digest`, as text. */
async function headAfter(head: string, link: ChainLink, digest: string): Promise<string> {
  return sha256(text([head, link.seq, link.kind, link.at, link.mono, digest].join("|")));
}

/** Adds a link to the chain with the given head. */
export async function seal(head: string, link: ChainLink): Promise<SealedLink> {
  const digest = await sha256(link.bytes);
  return { ...link, sha256: digest, chain: await headAfter(head, link, digest) };
}

/** The bytes of a sentence about a gap, for a link of kind `gap`. */
export function gapBytes(sentence: string): ArrayBuffer {
  return text(sentence);
}

/** Whether the links are an unbroken chain from `start`; no links are one too. */
export async function isUnbroken(start: string, links: readonly SealedLink[]): Promise<boolean> {
  let head = start;
  for (const [index, link] of links.entries()) {
    const again = await seal(head, link);
    if (link.seq !== index || again.sha256 !== link.sha256 || again.chain !== link.chain) {
      return false;
    }
    head = link.chain;
  }
  return true;
}

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
