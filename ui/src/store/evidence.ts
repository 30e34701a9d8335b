/** Recorded evidence: reading, recovering, mirroring and deleting parts. */
import { recordingLimits } from "#content/limits.ts";
import { isHeldElsewhere } from "#platform/tabs.ts";
import { isUnbroken } from "./evidence-chain.ts";
import {
  type ChunkRow,
  chunksOfRecording,
  deleteRecording,
  findRecording,
  keepRecording,
  listRecordings,
  type RecordingRow,
} from "./evidence-database.ts";
import { forgetMirrored, type MirroredRecording, mirrorRecording } from "./recordings.ts";
import { withDuration } from "./webm-duration.ts";

/** The lock that a tab holds while it records a part. */
export const recordingLock = (id: string) => `recording:${id}`;

const sound = (chunks: readonly ChunkRow[]) =>
  chunks.filter((chunk) => chunk.kind === "sound").map((chunk) => chunk.bytes);

/** The sound of a part as it was recorded, byte for byte; null when there is none. */
export async function originalSound(id: string): Promise<Blob | null> {
  const row = await findRecording(id);
  const pieces = sound(await chunksOfRecording(id));
  return row === undefined || pieces.length === 0 ? null : new Blob(pieces, { type: row.mimeType });
}

/** A copy of a part's sound with its duration, for playback and download. */
export async function playableSound(id: string): Promise<Blob | null> {
  const row = await findRecording(id);
  const original = await originalSound(id);
  if (row === undefined || original === null) {
    return null;
  }
  const bytes = new Uint8Array(await original.arrayBuffer());
  return new Blob([withDuration(bytes, row.duration)], { type: row.mimeType });
}

/** Whether a part's links are all there and unchanged. */
export async function isIntact(id: string): Promise<boolean> {
  const row = await findRecording(id);
  const chunks = await chunksOfRecording(id);
  const last = chunks.at(-1)?.chain ?? row?.previousHead;
  return row !== undefined && last === row.head && (await isUnbroken(row.previousHead, chunks));
}

async function dataUrl(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return `data:${blob.type.replaceAll(" ", "")};base64,${btoa(binary)}`;
}

/** Copies a part into the list under `voiceRecordings`, as far as there is room. */
export async function mirror(id: string): Promise<boolean> {
  const row = await findRecording(id);
  if (row === undefined) {
    return false;
  }
  const isTooLong = (row.bytes * 4) / 3 > recordingLimits.mirrorMaximumCharacters;
  const blob = isTooLong ? null : await originalSound(id);
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
  for (const row of await listRecordings()) {
    if (row.status !== "recording" || (await isHeldElsewhere(recordingLock(row.id)))) {
      continue;
    }
    const closed: RecordingRow = { ...row, status: "recovered", isProcessed: false };
    await keepRecording(closed);
    await mirror(row.id);
    recovered.push(closed);
  }
  return recovered;
}

/** Deletes a part and its copy for good. */
export async function deleteEvidence(id: string): Promise<void> {
  await deleteRecording(id);
  forgetMirrored(id);
}
