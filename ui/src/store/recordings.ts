/** The list of recordings under `voiceRecordings` (spec section 3): a bounded copy of the database. */
import * as v from "valibot";
import { recordingLimits } from "#content/limits.ts";
import { deviceRecord } from "./record.ts";

const entry = v.object({
  id: v.string(),
  emergencyEventId: v.string(),
  /** A base64 data URL, or empty when `audioRef` says where the sound is. */
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

/** The list with `added` in its place, with as many of the newest sounds as the limit allows. */
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

/** Puts a recording into the list; when storage is full, older sounds give way to it. */
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

/** Gives up the copy of the oldest sound; the database keeps it. False when there is none left. */
export function freeOldestBlob(): boolean {
  const next = withoutOldestBlob(recordingsRecord.read());
  return next !== null && recordingsRecord.write(next);
}

/** Takes a recording out of the list. */
export function forgetMirrored(id: string): void {
  recordingsRecord.write(recordingsRecord.read().filter((one) => one.id !== id));
}
