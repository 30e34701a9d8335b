/**
 * Recorded evidence in its homes: the database, files beside it, and a bounded list in local storage. Pages of the app load
 * this after their start.
 */
import { recordingLimits, storageLimits } from "#content/limits.ts";
import { timeLimit } from "#platform/clock.ts";
import { isHeldElsewhere } from "#platform/tabs.ts";
import { onFullStorage } from "./emergency-state.ts";
import { assemble } from "./evidence-assembly.ts";
import { copiedLinks, copiedParts, copiedRow, deleteCopies } from "./evidence-copies.ts";
import type { ChunkRow, RecordingRow } from "./evidence-database.ts";
import * as database from "./evidence-database.ts";
import { forgetPart } from "./evidence-tally.ts";
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
import { withDuration } from "./webm-duration.ts";

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

/** What a part still has. */
export interface Examination {
  readonly row: RecordingRow;
  readonly links: readonly ChunkRow[];
  /** Whether something in it is not as it was recorded. */
  readonly isAltered: boolean;
  /** Seconds of sound that are lost, rounded up to one. */
  readonly missingSeconds: number;
}

/** Seconds of sound in the links; each lasts since the one before it, or about as long as a chunk. */
function secondsOf(links: readonly ChunkRow[]): number {
  const lasting = links.map((link, index) => {
    if (link.kind === "gap") return 0;
    const before = links[index - 1];
    const follows = before?.kind === "sound" && before.seq === link.seq - 1;
    return follows ? link.mono - before.mono : recordingLimits.chunkMs;
  });
  return lasting.reduce((sum, ms) => sum + ms, 0) / 1_000;
}

/** Puts a part together from its homes and looks at it; null when nothing is known of it. */
export async function examine(id: string): Promise<Examination | null> {
  const row = await findRow(id);
  if (row === undefined) return null;
  const kept = await inTime(database.chunksOfRecording(id)).catch(() => []);
  let chain = await assemble(row.previousHead, kept);
  const isWhole = () => chain.isComplete && !chain.isAltered && chain.head === row.head;
  if (!isWhole()) chain = await assemble(row.previousHead, [...kept, ...(await copiedLinks(id))]);
  const { links, isAltered } = chain;
  const lost = Math.round(row.duration - secondsOf(links));
  const least = isAltered ? 0 : 1;
  return { row, links, isAltered, missingSeconds: isWhole() ? 0 : Math.max(least, lost) };
}

const sound = (links: readonly ChunkRow[]) =>
  links.filter((link) => link.kind === "sound").map((link) => link.bytes);

/** The sound of a part as it was recorded, byte for byte; null when there is none. */
export async function originalSound(id: string): Promise<Blob | null> {
  const part = await examine(id);
  const pieces = sound(part?.links ?? []);
  return part === null || pieces.length === 0
    ? null
    : new Blob(pieces, { type: part.row.mimeType });
}

/** A copy of a part's sound with its duration, for playback and download. */
export async function playableSound(id: string): Promise<Blob | null> {
  const part = await examine(id);
  const pieces = sound(part?.links ?? []);
  if (part === null || pieces.length === 0) return null;
  const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
  return new Blob([withDuration(bytes, part.row.duration)], { type: part.row.mimeType });
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
