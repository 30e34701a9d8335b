/**
 * Recorded evidence in its homes: the database, files beside it, and a bounded list in local storage. Pages of the app load
 * this after their start.
 */
import { recordingLimits, storageLimits } from "#content/limits.ts";
import { timeLimit } from "#platform/clock.ts";
import { isHeldElsewhere } from "#platform/tabs.ts";
import { onFullStorage } from "./emergency-state.ts";
import { copiedParts, copiedRow, copiesOf, deleteCopies } from "./evidence-copies.ts";
import type { ChunkRow, RecordingRow } from "./evidence-database.ts";
import * as database from "./evidence-database.ts";
import { forgetPart } from "./evidence-tally.ts";
import { type Followed, follow } from "./evidence-walk.ts";
import { recordingLock } from "./recording-lock.ts";
import {
  forgetMirrored,
  freeProvenBlob,
  isProven,
  type MirroredRecording,
  mirrorRecording,
  noteProven,
  recordingsRecord,
} from "./recordings.ts";

const inTime = <T>(promise: Promise<T>) => timeLimit(promise, storageLimits.databasePatienceMs);

/** The later of two rows of one part. */
function later(kept: RecordingRow, copied: RecordingRow | null): RecordingRow {
  return copied !== null && copied.duration > kept.duration ? copied : kept;
}

/** A part's row, or undefined. */
async function findRow(id: string): Promise<RecordingRow | undefined> {
  const kept = await inTime(database.findRecording(id)).catch(() => undefined);
  return kept ?? (await copiedRow(id)) ?? undefined;
}

/** Every part on this device, without its sound: those of the database, and those that only files have. */
export async function listEvidence(): Promise<RecordingRow[]> {
  const kept = await inTime(database.listRecordings()).catch(() => []);
  const known = new Set(kept.map((row) => row.id));
  const rows = [...kept];
  for (const id of (await copiedParts()).filter((one) => !known.has(one))) {
    const row = await copiedRow(id);
    if (row === null) continue;
    const isRunning = row.status === "recording" && (await isHeldElsewhere(recordingLock(id)));
    rows.push(isRunning ? row : { ...row, status: "recovered" });
  }
  return rows;
}

/** The parts of one emergency, in their order. */
export async function evidenceOf(emergencyEventId: string): Promise<RecordingRow[]> {
  const parts = (await listEvidence()).filter((row) => row.emergencyEventId === emergencyEventId);
  const newest = await Promise.all(
    parts.map(async (row) =>
      row.status === "recording" ? later(row, await copiedRow(row.id)) : row,
    ),
  );
  return newest.sort((a, b) => a.part - b.part);
}

/** How many links of a part are in memory at once: a second each, of four kilobytes as a rule. */
const LINKS_AT_ONCE = 64;

/** A part whose links can be followed through its homes. */
interface OpenPart {
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
  /** The heads after each link. */
  readonly heads: ReadonlySet<string>;
}

/** Milliseconds of sound in a link: each lasts since the one before it, or about as long as a chunk. */
function lasting(link: ChunkRow, before: ChunkRow | null): number {
  if (link.kind === "gap") return 0;
  const follows = before?.kind === "sound" && before.seq === link.seq - 1;
  return follows ? link.mono - before.mono : recordingLimits.chunkMs;
}

/** Follows a part's links and calls back with each sound; says what there was. */
async function followPart(
  { row, links, isRead }: OpenPart,
  onSound: (bytes: ArrayBuffer) => Promise<void> | void = () => undefined,
): Promise<Examination> {
  let before: Omit<ChunkRow, "bytes"> | null = null;
  let [isComplete, isAltered, head, ms, bytes] = [true, false, row.previousHead, 0, 0];
  let at: number | null = null;
  const heads = new Set<string>();
  for await (const { link, isNext, fits } of links) {
    isComplete &&= isNext;
    isAltered ||= !fits;
    head = link.chain;
    heads.add(head);
    const lasted = lasting(link, before as ChunkRow | null);
    if (link.kind === "sound") {
      at ??= link.at - lasted;
      bytes += link.bytes.byteLength;
      await onSound(link.bytes);
    }
    ms += lasted;
    const { bytes: _sound, ...rest } = link;
    before = rest;
  }
  const seconds = ms / 1_000;
  const isWhole = isComplete && !isAltered && head === row.head;
  const lost = Math.max(isAltered ? 0 : 1, Math.round(row.duration - seconds));
  const missingSeconds = isWhole ? 0 : lost;
  return { row, isAltered, missingSeconds, isRead: isWhole || isRead(), at, seconds, bytes, heads };
}

/** Puts a part together from its homes and looks at it; null when nothing is known of it. */
export async function examine(id: string): Promise<Examination | null> {
  const part = await openPart(id);
  return part && followPart(part);
}

/** As much of a file as holds its header. */
const HEAD_BYTES = 65_536;
/** As much sound as is joined into one piece. */
const PIECE_BYTES = 1_048_576;

/** A part's sound in pieces, the first of which holds the header; `keep` takes each to where it stays. */
export async function piecesOf(part: OpenPart, keep: (piece: Blob) => Promise<Blob>) {
  const pieces: Blob[] = [];
  let [some, size]: [ArrayBuffer[], number] = [[], 0];
  const join = async () => {
    if (size === 0) return;
    const piece = new Blob(some);
    [some, size] = [[], 0];
    pieces.push(pieces.length === 0 ? piece : await keep(piece));
  };
  const found = await followPart(part, async (bytes) => {
    some.push(bytes);
    size += bytes.byteLength;
    if (size >= (pieces.length === 0 ? HEAD_BYTES : PIECE_BYTES)) await join();
  });
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

/** Whether a part's links are all there and unchanged. */
export async function isIntact(id: string): Promise<boolean> {
  const part = await examine(id);
  return part !== null && !part.isAltered && part.missingSeconds === 0;
}

async function dataUrl(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return `data:${blob.type.replaceAll(" ", "")};base64,${btoa(binary)}`;
}

/** Reads the listed sounds back from their other homes. */
async function proveListed(): Promise<void> {
  onFullStorage(freeProvenBlob);
  for (const { id, audioBlob } of recordingsRecord.read()) {
    if (audioBlob !== "" && !isProven(id) && (await isIntact(id))) noteProven(id);
  }
}

/**
 * Copies a part into the list under `voiceRecordings`, as far as there is room. The sound of an older part gives way only
 * when it was read back from another home.
 */
export async function mirror(id: string): Promise<boolean> {
  const row = await findRow(id);
  if (row === undefined) {
    return false;
  }
  const isTooLong = (row.bytes * 4) / 3 > recordingLimits.mirrorMaximumCharacters;
  const blob = isTooLong ? null : await originalSound(id);
  if (!isTooLong) await proveListed();
  const entry: MirroredRecording = {
    id: row.id,
    emergencyEventId: row.emergencyEventId,
    ...(blob === null
      ? { audioBlob: "", audioRef: `idb:${row.id}` }
      : { audioBlob: await dataUrl(blob) }),
    duration: row.duration,
    mimeType: row.mimeType,
    recordedAt: row.recordedAt,
    isProcessed: row.isProcessed,
    ...(row.transcription === undefined ? {} : { transcription: row.transcription }),
  };
  return mirrorRecording(entry);
}

/** Marks every part that a killed browser left open as recovered; returns those parts. */
export async function recoverInterrupted(): Promise<RecordingRow[]> {
  const recovered: RecordingRow[] = [];
  for (const row of await database.listRecordings()) {
    if (row.status !== "recording" || (await isHeldElsewhere(recordingLock(row.id)))) {
      continue;
    }
    const newest = later(row, await copiedRow(row.id));
    const closed: RecordingRow = { ...newest, status: "recovered", isProcessed: false };
    await database.keepRecording(closed);
    await mirror(row.id);
    recovered.push(closed);
  }
  await proveListed();
  return recovered;
}

/** Deletes a part and its copies for good. */
export async function deleteEvidence(id: string): Promise<void> {
  // First, so that a deletion which is cut off does not look like somebody else's.
  await forgetPart(id);
  await database.deleteRecording(id);
  await deleteCopies(id).catch(() => undefined);
  forgetMirrored(id);
}
