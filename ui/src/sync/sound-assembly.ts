/**
 * Puts an emergency's sound together from pieces, in whatever order they come. Each piece is opened, each link checked against its digest
 * and the chain; what is not as it left the phone is named, and never played.
 */
import { sha256 } from "#platform/storage/digest.ts";
import type { Bytes } from "#seal/bytes.ts";
import { openPiece, type Piece, type PieceKind, type PieceLink } from "#seal/sound-piece.ts";
import { headAfter } from "#store/evidence/evidence-chain.ts";
import type { Flaw, Heard, HeardLink, HeardPart, Refused } from "./heard-rules.ts";

/** A piece as the server gives it. */
export interface ReceivedPiece {
  readonly kind: PieceKind;
  readonly seq: number;
  /** Epoch milliseconds by the server's clock. */
  readonly at: number;
  readonly bytes: Bytes;
}

/** The keys that are known. */
interface Keys {
  readonly own: CryptoKey;
  /** Those of other emergencies, which only name what does not belong here. */
  readonly others: readonly CryptoKey[];
}

/** How many other numbers a piece that does not open is tried under. */
const TRIED = 200;

/** Why a piece does not open. */
async function flawOf(
  { kind, seq, bytes }: ReceivedPiece,
  { own, others }: Keys,
  known: ReadonlySet<string>,
): Promise<Flaw> {
  for (const key of others)
    if ((await openPiece(key, kind, seq, bytes)) !== null) return "of another emergency";
  for (let number = Math.max(0, seq - TRIED / 2); number < seq + TRIED / 2; number += 1) {
    if (number === seq || (await openPiece(own, kind, number, bytes)) === null) continue;
    return known.has(`${kind} ${number}`) ? "repeated" : "moved";
  }
  return "altered";
}

interface Part extends HeardPart {
  readonly links: Map<number, HeardLink>;
}

/** Whether a link follows the one before it, where that one is here. */
async function fits({ previousHead, links }: Part, link: PieceLink): Promise<boolean> {
  const before = link.seq === 0 ? previousHead : links.get(link.seq - 1)?.chain;
  if (before === undefined) return true;
  return (await headAfter(before, link, link.sha256)) === link.chain;
}

/** The link of a piece with its sound; null where the sound is not the one that was recorded. */
async function linkWith(
  link: PieceLink,
  bytes: Bytes | undefined,
  receivedAt: number,
): Promise<HeardLink | null> {
  if (bytes === undefined) return { ...link, sound: null, receivedAt };
  if ((await sha256(bytes.buffer)) !== link.sha256) return null;
  return { ...link, sound: new Blob([bytes]), receivedAt };
}

/** Adds a piece that opened; resolves to what is wrong with it, or to null. */
async function add(parts: Map<string, Part>, piece: Piece, at: number): Promise<Flaw | null> {
  const known = parts.get(piece.part.id);
  const part: Part = known ?? { ...piece.part, links: new Map() };
  const isSame = part.number === piece.part.number && part.previousHead === piece.part.previousHead;
  if (!isSame) return "contradicts what came before";
  for (const [index, said] of piece.links.entries()) {
    const link = await linkWith(said, piece.bytes?.[index], at);
    if (link === null || !(await fits(part, link))) return "does not fit the chain";
    const next = part.links.get(link.seq + 1);
    if (next && (await headAfter(link.chain, next, next.sha256)) !== next.chain) {
      return "does not fit the chain";
    }
    const before = part.links.get(link.seq);
    if (before !== undefined && before.chain !== link.chain) return "contradicts what came before";
    if (before?.sound == null) part.links.set(link.seq, link);
  }
  parts.set(part.id, part);
  return null;
}

/** Makes one; `read` gives what is known, anew after each piece. */
export function soundAssembly(keys: Keys) {
  const parts = new Map<string, Part>();
  const refused: Refused[] = [];
  const known = new Set<string>();
  return {
    /** Adds a piece, one after the other; one that is refused changes nothing but the list of those. */
    add: async (received: ReceivedPiece): Promise<void> => {
      const { kind, seq, at, bytes } = received;
      const piece = await openPiece(keys.own, kind, seq, bytes);
      const flaw =
        piece === null ? await flawOf(received, keys, known) : await add(parts, piece, at);
      if (flaw === null) known.add(`${kind} ${seq}`);
      else refused.push({ kind, seq, flaw });
    },
    /** A piece that the server named is not there. */
    miss: ({ kind, seq }: Pick<ReceivedPiece, "kind" | "seq">): void => {
      refused.push({ kind, seq, flaw: "gone" });
    },
    read: (): Heard => ({
      parts: [...parts.values()].sort((a, b) => a.number - b.number),
      refused: [...refused],
    }),
  };
}
