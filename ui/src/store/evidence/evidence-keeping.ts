/** Keeps evidence while it is recorded. Nothing here is loaded on demand: a recording must not need the network. */
import { storageLimits } from "#content/limits.ts";
import { timeLimit } from "#platform/clock.ts";
import type { ChunkRow, RecordingRow } from "#store/app-database.ts";
import * as database from "#store/app-database.ts";
import { copyLink } from "./evidence-copies.ts";
import { evidenceOf } from "./evidence-rows.ts";
import { noteBegun, noteClosed } from "./evidence-tally.ts";

const inTime = <T>(promise: Promise<T>) => timeLimit(promise, storageLimits.databasePatienceMs);

/**
 * Writes a part's newest link and its row; resolves when one home has them for good. The files are written beside the
 * database, which is the first home and not slowed down by them.
 */
export async function keepChunk(row: RecordingRow, chunk: ChunkRow): Promise<void> {
  const copied = copyLink(row, chunk).then(
    () => true,
    () => false,
  );
  try {
    await inTime(database.keepChunk(row, chunk));
  } catch (error) {
    if (!(await inTime(copied).catch(() => false))) throw error;
  }
  if (chunk.seq === 0) void noteBegun(row).catch(() => undefined);
}

/** Writes the row of a part that has ended. */
export async function keepRecording(row: RecordingRow): Promise<void> {
  await inTime(database.keepRecording(row));
  await noteClosed(row);
}

/** The parts of one emergency, in their order; those of the database alone when nothing else can be read in time. */
export async function partsOf(emergencyEventId: string): Promise<RecordingRow[]> {
  try {
    return await inTime(evidenceOf(emergencyEventId));
  } catch {
    return inTime(database.recordingsOf(emergencyEventId));
  }
}
