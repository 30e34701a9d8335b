/** The recordings in local storage: a bounded mirror of the database. */
import * as v from "valibot";
import { recordingLimits } from "#content/limits.ts";
import { deviceRecord } from "./record.ts";

const entry = v.object({
  id: v.string(),
  emergencyEventId: v.string(),
  /** A base64 data URL, or empty when `audioRef` refers to the database. */
  audioBlob: v.string(),
  audioRef: v.optional(v.string()),
  duration: v.number(),
  mimeType: v.string(),
  recordedAt: v.string(),
  isProcessed: v.boolean(),
  transcription: v.optional(v.string()),
});

/** One entry of the list. */
export type MirroredRecording = v.InferOutput<typeof entry>;

/** The record under `voiceRecordings`, oldest first. */
export const recordingsRecord = deviceRecord<MirroredRecording[]>({
  key: "voiceRecordings",
  fallback: [],
  schema: v.array(entry),
});

const characters = (list: readonly MirroredRecording[]) =>
  list.reduce((sum, one) => sum + one.audioBlob.length, 0);

const withoutSound = (one: MirroredRecording): MirroredRecording => ({
  ...one,
  audioBlob: "",
  audioRef: `idb:${one.id}`,
});

/** The list with the oldest sound replaced by a reference, or null when no entry holds sound. */
export function withoutOldestBlob(list: readonly MirroredRecording[]): MirroredRecording[] | null {
  const at = list.findIndex((one) => one.audioBlob !== "");
  return at < 0 ? null : list.map((one, index) => (index === at ? withoutSound(one) : one));
}

/** The list with `added`, with as many of the newest sounds as the limit allows. */
export function fitted(
  list: readonly MirroredRecording[],
  added: MirroredRecording,
  maximum: number = recordingLimits.mirrorMaximumCharacters,
): MirroredRecording[] {
  let next = [...list.filter((one) => one.id !== added.id), added];
  while (characters(next) > maximum) {
    next = withoutOldestBlob(next) ?? next;
  }
  return next;
}

/** Adds a recording; when storage is full, older sounds become references. False when it did not fit. */
export function mirrorRecording(added: MirroredRecording): boolean {
  let next: MirroredRecording[] | null = fitted(recordingsRecord.read(), added);
  while (next !== null) {
    if (recordingsRecord.write(next)) {
      return true;
    }
    next = withoutOldestBlob(next);
  }
  return false;
}

/** Replaces the oldest sound by a reference; the database has it. False when there is none left. */
export function freeOldestBlob(): boolean {
  const next = withoutOldestBlob(recordingsRecord.read());
  return next !== null && recordingsRecord.write(next);
}

/** Removes a recording from the list. */
export function forgetMirrored(id: string): void {
  recordingsRecord.write(recordingsRecord.read().filter((one) => one.id !== id));
}
