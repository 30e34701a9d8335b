/**
 * Recorded evidence in its first homes, the database and files beside it. Pages of the app load this after their start: no
 * chunk waits for it on its way to the disk.
 */
import { recordingLimits, storageLimits } from "#content/limits.ts";
import { timeLimit } from "#platform/clock.ts";
import type { ChunkRow, RecordingRow } from "#store/app-database.ts";
import * as database from "#store/app-database.ts";
import { copiesOf } from "./evidence-copies.ts";
import { findRow } from "./evidence-rows.ts";
import { type Followed, follow } from "./evidence-walk.ts";
import type { SoundLength } from "./media-length.ts";

/** How many links of a part are in memory at once: a second each, of four kilobytes as a rule. */
const LINKS_AT_ONCE = 64;

/** A part whose links can be followed through its homes. */
export interface OpenPart {
  readonly row: RecordingRow;
  readonly links: AsyncIterable<Followed<ChunkRow>>;
  /** Whether the database answered so far. */
  readonly isRead: () => boolean;
}

/** Opens a part; null when nothing is known of it. */
export async function openPart(id: string): Promise<OpenPart | null> {
  const row = await findRow(id);
  if (row === undefined) return null;
  let isRead = true;
  async function* keptLinks() {
    try {
      for (let from = 0; ; ) {
        const reading = database.someChunks(id, from, LINKS_AT_ONCE);
        const some = await timeLimit(reading, storageLimits.readPatienceMs);
        yield* some;
        const last = some.at(-1);
        if (last === undefined || some.length < LINKS_AT_ONCE) return;
        from = last.seq + 1;
      }
    } catch {
      isRead = false;
    }
  }
  const chain = { start: row.previousHead, end: row.head, kept: keptLinks() };
  return { row, links: follow({ ...chain, copies: copiesOf(id) }), isRead: () => isRead };
}

/** What a part still has, by its own links. */
export interface Examination {
  readonly row: RecordingRow;
  /** Whether something in it is not as it was recorded. */
  readonly isAltered: boolean;
  /** Seconds of sound that are lost, rounded up to one. */
  readonly missingSeconds: number;
  /** False when a home did not answer that may have had more. */
  readonly isRead: boolean;
  /** Wall clock at the first sound, epoch milliseconds; null when there is none. */
  readonly at: number | null;
  /** Seconds of sound that are there. */
  readonly seconds: number;
  readonly bytes: number;
  /** The heads after each link, with the link's time by the wall clock in epoch milliseconds. */
  readonly heads: ReadonlyMap<string, number>;
}

/** Milliseconds of sound in a link by the clock: each lasts since the one before it, or about as long as a chunk. */
function lasting(link: ChunkRow, before: ChunkRow | null): number {
  const follows = before?.kind === "sound" && before.seq === link.seq - 1;
  return follows ? link.mono - before.mono : recordingLimits.chunkMs;
}

/** Reads nothing: each link lasts as long as it was recorded. */
const byTheClock: SoundLength = () => null;

/** Follows a part's links, of which `length` reads how much sound they hold, and calls back with each; says what there was. */
async function followPart(
  { row, links, isRead }: OpenPart,
  onSound: (bytes: ArrayBuffer) => Promise<void> | void = () => undefined,
  length: SoundLength = byTheClock,
): Promise<Examination> {
  let before: Omit<ChunkRow, "bytes"> | null = null;
  let [isComplete, isAltered, head, ms, bytes] = [true, false, row.previousHead, 0, 0];
  let at: number | null = null;
  const heads = new Map<string, number>();
  for await (const { link, isNext, fits } of links) {
    isComplete &&= isNext;
    isAltered ||= !fits;
    head = link.chain;
    heads.set(head, link.at);
    if (link.kind === "sound") {
      const lasted = lasting(link, before as ChunkRow | null);
      // What follows a lost second can no longer be read as a file.
      const known = isComplete && !isAltered ? length(link.bytes) : null;
      at ??= link.at - (known ?? lasted);
      ms = known ?? ms + lasted;
      bytes += link.bytes.byteLength;
      await onSound(link.bytes);
    }
    const { bytes: _sound, ...rest } = link;
    before = rest;
  }
  const seconds = ms / 1_000;
  const isWhole = isComplete && !isAltered && head === row.head;
  const lost = Math.max(isAltered ? 0 : 1, Math.round(row.duration - seconds));
  const missingSeconds = isWhole ? 0 : lost;
  return { row, isAltered, missingSeconds, isRead: isWhole || isRead(), at, seconds, bytes, heads };
}

/**
 * Puts a part together from its homes and looks at it, also at its sound by `length`, and calls `goOn` with each second of
 * it; null when nothing is known of it.
 */
export async function examine(
  id: string,
  length?: SoundLength,
  goOn?: () => void,
): Promise<Examination | null> {
  const part = await openPart(id);
  return part && followPart(part, goOn, length);
}

/** As much of a file as holds its header. */
const HEAD_BYTES = 65_536;
/** As much sound as is joined into one piece. */
const PIECE_BYTES = 1_048_576;

/** A part's sound in pieces, the first of which holds the header; `keep` takes each to where it stays. */
export async function piecesOf(
  part: OpenPart,
  keep: (piece: Blob) => Promise<Blob>,
  length?: SoundLength,
) {
  const pieces: Blob[] = [];
  let [some, size]: [ArrayBuffer[], number] = [[], 0];
  const join = async () => {
    if (size === 0) return;
    const piece = new Blob(some);
    [some, size] = [[], 0];
    pieces.push(pieces.length === 0 ? piece : await keep(piece));
  };
  const add = async (bytes: ArrayBuffer) => {
    some.push(bytes);
    size += bytes.byteLength;
    if (size >= (pieces.length === 0 ? HEAD_BYTES : PIECE_BYTES)) await join();
  };
  const found = await followPart(part, add, length);
  await join();
  return { found, pieces };
}

/** The sound of a part as it was recorded, byte for byte; null when there is none. */
export async function originalSound(id: string): Promise<Blob | null> {
  const part = await openPart(id);
  if (part === null) return null;
  const { pieces } = await piecesOf(part, async (piece) => piece);
  return pieces.length === 0 ? null : new Blob(pieces, { type: part.row.mimeType });
}
