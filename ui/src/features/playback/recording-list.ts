/** The recordings of the device as they are listed: one entry for each emergency, from all homes. */
import type { RecordingRow } from "#store/app-database.ts";
import type { MirroredRecording } from "#store/evidence/recordings.ts";
import { bytesOfBase64 } from "./recording-words.ts";

/** An uninterrupted part of a recording, without its sound. */
export interface RecordedPart {
  readonly id: string;
  readonly emergencyEventId: string;
  readonly mimeType: string;
  /** ISO time. */
  readonly recordedAt: string;
  /** Seconds. */
  readonly duration: number;
  readonly bytes: number;
  /** The bytes of its copy in local storage, 0 where there is none. */
  readonly copyBytes: number;
  readonly isProcessed: boolean;
  readonly isRecording: boolean;
  /** Whether its time, length and size are those of its own links, and not what its row says. */
  readonly isChecked?: boolean;
  readonly transcription?: string | undefined;
}

/** The recording of an emergency. */
export interface RecordingEntry {
  /** The emergency's id. */
  readonly id: string;
  /** In the order in which they were recorded; at least one. */
  readonly parts: readonly [RecordedPart, ...RecordedPart[]];
  /** Those with sound: of a part that holds a header alone there is nothing to hear. */
  readonly sounding: readonly RecordedPart[];
  /** Whether all that is shown of it was checked. */
  readonly isChecked: boolean;
  /** ISO time of the first part with sound. */
  readonly recordedAt: string;
  /** Seconds of sound. */
  readonly duration: number;
  readonly bytes: number;
  readonly isProcessed: boolean;
  readonly isRecording: boolean;
  /** Seconds between the parts, and within all but the last one, in which nothing was recorded. */
  readonly gapSeconds: number;
}

/** The union by id, the oldest first; the database and its copies take precedence. */
export function unionOf(
  rows: readonly RecordingRow[],
  mirrored: readonly MirroredRecording[],
): readonly RecordedPart[] {
  const known = new Set(rows.map((row) => row.id));
  const copies = new Map(mirrored.map(({ id, audioBlob }) => [id, bytesOfBase64(audioBlob)]));
  const copyBytes = (id: string) => copies.get(id) ?? 0;
  const kept = rows.map((row) => ({
    ...row,
    copyBytes: copyBytes(row.id),
    isRecording: row.status === "recording",
  }));
  const others = mirrored
    .filter((one) => !known.has(one.id))
    .map((one) => {
      const bytes = copyBytes(one.id);
      return { ...one, bytes, copyBytes: bytes, isRecording: false };
    });
  return [...kept, ...others].sort((a, b) => a.recordedAt.localeCompare(b.recordedAt));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Seconds without sound from the beginning of one part to that of the next; a clock that was set back makes none. */
function secondsBetween(before: RecordedPart, after: RecordedPart): number {
  const pause = Date.parse(after.recordedAt) - Date.parse(before.recordedAt);
  return Math.max(0, pause / 1_000 - before.duration);
}

/** The recording that parts make together, in their order. */
export function entryOf(
  id: string,
  parts: readonly [RecordedPart, ...RecordedPart[]],
): RecordingEntry {
  const sounding = parts.filter(({ isChecked, duration }) => !isChecked || duration > 0);
  const gaps = sounding.slice(1).map((part, at) => secondsBetween(sounding[at] ?? part, part));
  return {
    id,
    parts,
    sounding,
    isChecked: parts.every((part) => part.isChecked === true),
    recordedAt: (sounding[0] ?? parts[0]).recordedAt,
    duration: sum(sounding.map((part) => part.duration)),
    bytes: sum(sounding.map((part) => part.bytes)),
    isProcessed: parts.every((part) => part.isProcessed),
    isRecording: parts.some((part) => part.isRecording),
    gapSeconds: Math.round(sum(gaps)),
  };
}

/** The parts by their emergency, the newest first. */
export function entriesOf(parts: readonly RecordedPart[]): readonly RecordingEntry[] {
  const byEmergency = new Map<string, [RecordedPart, ...RecordedPart[]]>();
  for (const part of parts) {
    const others = byEmergency.get(part.emergencyEventId);
    if (others === undefined) byEmergency.set(part.emergencyEventId, [part]);
    else others.push(part);
  }
  const entries = [...byEmergency].map(([id, together]) => entryOf(id, together));
  return newestFirst(entries);
}

/** The recordings by their time, the newest first. */
export function newestFirst(entries: readonly RecordingEntry[]): RecordingEntry[] {
  return [...entries].sort((a, b) => b.recordedAt.localeCompare(a.recordedAt));
}

/** "1 recording" or "3 recordings". */
export function countText(count: number): string {
  return `${count} ${count === 1 ? "recording" : "recordings"}`;
}

/** "1 second" or "12 seconds". */
export function secondsText(seconds: number): string {
  return `${seconds} ${seconds === 1 ? "second" : "seconds"}`;
}

/**
 * Of several parts, how many there are, and how long nothing was recorded: at least, because a pause within the last one is not
 * known. Null for a single one.
 */
export function partsText({ sounding, gapSeconds }: RecordingEntry): string | null {
  if (sounding.length <= 1) return null;
  const rest =
    gapSeconds === 0 ? "no pause between them" : `at least ${secondsText(gapSeconds)} not recorded`;
  return `${sounding.length} parts, ${rest}`;
}

/** The name of a downloaded file, of a part or of a whole recording, without its extension: day and id. */
export function fileName({ recordedAt, id }: RecordedPart | RecordingEntry): string {
  return `export-${recordedAt.slice(0, 10)}-${id}`;
}

/** Seconds as m:ss. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
