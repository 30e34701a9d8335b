/** The hash chain of a recording, which shows any change. */
import { sha256 } from "#platform/storage/digest.ts";

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
export async function headAfter(
  head: string,
  link: Omit<ChainLink, "bytes">,
  digest: string,
): Promise<string> {
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
