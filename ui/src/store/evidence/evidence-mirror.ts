/** Keeps sound in the bounded list of local storage too, and closes what a killed browser left open. */
import { recordingLimits } from "#content/limits.ts";
import { isHeldElsewhere } from "#platform/workers/tabs.ts";
import type { RecordingRow } from "#store/app-database.ts";
import * as database from "#store/app-database.ts";
import { onFullStorage } from "#store/emergency/emergency-state.ts";
import { examine, originalSound } from "./evidence.ts";
import { copiedRow } from "./evidence-copies.ts";
import { findRow, later, recordingLock } from "./evidence-rows.ts";
import {
  freeProvenBlob,
  isProven,
  type MirroredRecording,
  mirrorRecording,
  noteProven,
  recordingsRecord,
} from "./recordings.ts";

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
