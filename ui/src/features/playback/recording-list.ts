/** The union of the recordings in the database and in local storage. */
import type { RecordingRow } from "#store/evidence-database.ts";
import type { MirroredRecording } from "#store/recordings.ts";
import { bytesOfBase64 } from "./size-text.ts";

/** A recording in the list, without its sound. */
export interface RecordingEntry {
  readonly id: string;
  readonly mimeType: string;
  /** ISO time. */
  readonly recordedAt: string;
  /** Seconds. */
  readonly duration: number;
  readonly bytes: number;
  readonly isProcessed: boolean;
  readonly isRecording: boolean;
  readonly transcription?: string | undefined;
}

/** The union by id, newest first; the database takes precedence. */
export function unionOf(
  rows: readonly RecordingRow[],
  mirrored: readonly MirroredRecording[],
): readonly RecordingEntry[] {
  const known = new Set(rows.map((row) => row.id));
  const kept = rows.map((row) => ({ ...row, isRecording: row.status === "recording" }));
  const others = mirrored
    .filter((one) => !known.has(one.id))
    .map((one) => ({ ...one, bytes: bytesOfBase64(one.audioBlob), isRecording: false }));
  return [...kept, ...others].sort((a, b) => b.recordedAt.localeCompare(a.recordedAt));
}

/** "1 recording" or "3 recordings". */
export function countText(count: number): string {
  return `${count} ${count === 1 ? "recording" : "recordings"}`;
}

/** The name of the downloaded file: day, id and extension. */
export function fileName(entry: RecordingEntry, extension: string): string {
  return `recording-${entry.recordedAt.slice(0, 10)}-${entry.id}.${extension}`;
}

/** Seconds as m:ss. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
