/** Which parts of recorded evidence there are: those of the database, and those that only files have. */
import { storageLimits } from "#content/limits.ts";
import { timeLimit } from "#platform/clock.ts";
import { isHeldElsewhere } from "#platform/workers/tabs.ts";
import {
  findRecording,
  isDatabaseAbsent,
  listRecordings,
  type RecordingRow,
} from "#store/app-database.ts";
import { copiedParts, copiedRow } from "./evidence-copies.ts";

/** The Web Lock that a tab holds while it records a part. */
export const recordingLock = (id: string) => `recording:${id}`;

const inTime = <T>(promise: Promise<T>) => timeLimit(promise, storageLimits.databasePatienceMs);

/** The later of two rows of one part. */
export function later(kept: RecordingRow, copied: RecordingRow | null): RecordingRow {
  return copied !== null && copied.bytes > kept.bytes ? copied : kept;
}

/** A part's row, or undefined. */
export async function findRow(id: string): Promise<RecordingRow | undefined> {
  const kept = await inTime(findRecording(id)).catch(() => undefined);
  return kept ?? (await copiedRow(id)) ?? undefined;
}

/** The parts that were found, and whether that is all: not where a database did not say what it has. */
export interface FoundEvidence {
  readonly rows: readonly RecordingRow[];
  readonly isWhole: boolean;
}

/** Looks for every part on this device, without its sound: those of the database, and those that only files have. */
export async function findEvidence(): Promise<FoundEvidence> {
  const kept = await inTime(listRecordings()).catch((error: Error) =>
    isDatabaseAbsent(error) ? [] : null,
  );
  const known = new Set(kept?.map((row) => row.id));
  const rows = [...(kept ?? [])];
  for (const id of (await copiedParts()).filter((one) => !known.has(one))) {
    const row = await copiedRow(id);
    if (row === null) continue;
    const isRunning = row.status === "recording" && (await isHeldElsewhere(recordingLock(id)));
    rows.push(isRunning ? row : { ...row, status: "recovered" });
  }
  return { rows, isWhole: kept !== null };
}

/** Every part on this device that can be read. */
export const listEvidence = async (): Promise<readonly RecordingRow[]> =>
  (await findEvidence()).rows;

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
