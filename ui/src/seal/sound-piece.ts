/**
 * Pieces of an emergency's sound, as they leave the phone: links of one part's hash chain, with their sound or without it. Kind
 * and number are additional data, so that a piece opens only where it was put.
 */
import * as v from "valibot";
import { numberedPlace, openBytes, sealBytes } from "./aes.ts";
import { type Bytes, joined } from "./bytes.ts";

/** What a piece brings: the sound of its links, or what proves them alone. */
export type PieceKind = "sound" | "hashes";

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const time = v.pipe(v.number(), v.finite());

const header = v.object({
  part: v.object({
    id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
    /** 1 for the first part of an emergency's sound. */
    number: count,
    mimeType: v.pipe(v.string(), v.maxLength(200)),
    /** The chain's head before the part. */
    previousHead: digest,
  }),
  links: v.array(
    v.object({
      seq: count,
      kind: v.picklist(["sound", "gap"]),
      /** Wall clock, epoch milliseconds, and monotonic clock, milliseconds. */
      at: time,
      mono: time,
      /** Bytes. */
      length: count,
      sha256: digest,
      chain: digest,
    }),
  ),
});

/** Whose links a piece has, and what is known of them. */
type PieceHeader = v.InferOutput<typeof header>;

/** One link in a piece. */
export type PieceLink = PieceHeader["links"][number];

/** What a piece says. */
export interface Piece extends PieceHeader {
  /** The bytes of each link, in their order; null in a piece of hashes. */
  readonly bytes: readonly Bytes[] | null;
}

const LENGTH_BYTES = 4;

/** Sizes of pieces are multiples of this, so that they tell little. */
const BLOCK_BYTES = 4_096;

const placeOf = (kind: PieceKind, seq: number) => numberedPlace(`sound${kind}`, seq);

function written({ part, links, bytes }: Piece): Bytes {
  const text = new TextEncoder().encode(JSON.stringify({ part, links }));
  const length = new DataView(new ArrayBuffer(LENGTH_BYTES));
  length.setUint32(0, text.length);
  const all = joined(new Uint8Array(length.buffer), text, ...(bytes ?? []));
  const padded = new Uint8Array(Math.ceil(all.length / BLOCK_BYTES) * BLOCK_BYTES);
  padded.set(all);
  return padded;
}

/** The bytes of each link, and whether nothing but padding follows them; null where there are too few. */
function piecesOf(rest: Bytes, links: readonly PieceLink[]): Bytes[] | null {
  const bytes: Bytes[] = [];
  let at = 0;
  for (const { length } of links) {
    if (at + length > rest.length) return null;
    bytes.push(rest.slice(at, at + length));
    at += length;
  }
  const padding = rest.subarray(at);
  return padding.length < BLOCK_BYTES && padding.every((byte) => byte === 0) ? bytes : null;
}

function read(kind: PieceKind, plain: Bytes): Piece | null {
  if (plain.length < BLOCK_BYTES || plain.length % BLOCK_BYTES !== 0) return null;
  const end = LENGTH_BYTES + new DataView(plain.buffer, plain.byteOffset).getUint32(0);
  if (end > plain.length) return null;
  let said: unknown;
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    said = JSON.parse(decoder.decode(plain.subarray(LENGTH_BYTES, end)));
  } catch {
    return null;
  }
  const result = v.safeParse(header, said);
  if (!result.success) return null;
  const { part, links } = result.output;
  const bytes = piecesOf(plain.slice(end), kind === "sound" ? links : []);
  return bytes && { part, links, bytes: kind === "sound" ? bytes : null };
}

/** Seals a piece under a number of its kind. */
export function sealPiece(
  key: CryptoKey,
  kind: PieceKind,
  seq: number,
  piece: Piece,
): Promise<Bytes> {
  return sealBytes(key, placeOf(kind, seq), written(piece));
}

/** Opens a piece; null when it was not sealed with this key for this kind and number. */
export async function openPiece(
  key: CryptoKey,
  kind: PieceKind,
  seq: number,
  sealed: Bytes,
): Promise<Piece | null> {
  const plain = await openBytes(key, placeOf(kind, seq), sealed);
  return plain && read(kind, plain);
}
