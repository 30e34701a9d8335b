/** The recordings in local storage: a bounded mirror of the database. */
import * as v from "valibot";
import { recordingLimits } from "#content/limits.ts";
import { deviceRecord } from "#store/record.ts";

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

/** The list with the oldest sound that may go replaced by a reference, or null when there is none. */
export function withoutOldestBlob(
  list: readonly MirroredRecording[],
  mayGo: ReadonlySet<string>,
): MirroredRecording[] | null {
  const at = list.findIndex((one) => one.audioBlob !== "" && mayGo.has(one.id));
  return at < 0 ? null : list.map((one, index) => (index === at ? withoutSound(one) : one));
}

/**
 * The list with `added`, within the limit: older sounds that may go become references, and then the added one, which the
 * database has.
 */
export function fitted(
  list: readonly MirroredRecording[],
  added: MirroredRecording,
  mayGo: ReadonlySet<string>,
  maximum: number = recordingLimits.mirrorMaximumCharacters,
): MirroredRecording[] {
  if (added.audioBlob.length > maximum) return withAdded(list, withoutSound(added));
  let next = withAdded(list, added);
  while (characters(next) > maximum) {
    const smaller = withoutOldestBlob(next, mayGo);
    if (smaller === null) return withAdded(list, withoutSound(added));
    next = smaller;
  }
  return next;
}

const withAdded = (list: readonly MirroredRecording[], added: MirroredRecording) => [
  ...list.filter((one) => one.id !== added.id),
  added,
];

/** The sounds that this page read back whole from another home. */
const proven = new Set<string>();

/** Whether another home was found to have a recording's sound. */
export function isProven(id: string): boolean {
  return proven.has(id);
}

/** Notes that another home was found to have a recording's sound. */
export function noteProven(id: string): void {
  proven.add(id);
}

/** Replaces the oldest sound that another home was found to have. False when there is none. */
export function freeProvenBlob(): boolean {
  const next = withoutOldestBlob(recordingsRecord.read(), proven);
  return next !== null && recordingsRecord.write(next);
}

/**
 * Adds a recording whose sound was read from the database. Where there is no room, older sounds that another home was
 * found to have become references, then the added one. False when it did not fit.
 */
export function mirrorRecording(added: MirroredRecording): boolean {
  let next: MirroredRecording[] | null = fitted(recordingsRecord.read(), added, proven);
  while (next !== null) {
    if (recordingsRecord.write(next)) {
      return true;
    }
    next = withoutOldestBlob(next, proven);
  }
  return recordingsRecord.write(withAdded(recordingsRecord.read(), withoutSound(added)));
}

/** Removes a recording from the list. */
export function forgetMirrored(id: string): void {
  recordingsRecord.write(recordingsRecord.read().filter((one) => one.id !== id));
}
