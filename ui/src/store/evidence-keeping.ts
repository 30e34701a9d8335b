/** Keeps evidence while it is recorded. What only reads or copies it is loaded after the page's start. */
import { storageLimits } from "#content/limits.ts";
import { timeLimit } from "#platform/clock.ts";
import type { ChunkRow, RecordingRow } from "./evidence-database.ts";
import * as database from "./evidence-database.ts";

const inTime = <T>(promise: Promise<T>) => timeLimit(promise, storageLimits.databasePatienceMs);

const loadEvidence = () => import("./evidence.ts");

let copies: Promise<typeof import("./evidence-copies.ts")> | undefined;

/** Asked for once: a page that could not load it must not ask again with each chunk. */
function loadCopies() {
  copies ??= import("./evidence-copies.ts");
  return copies;
}

/**
 * Writes a part's newest link and its row; resolves when one home has them for good. The files are written beside the
 * database, which is the first home and not slowed down by them.
 */
export async function keepChunk(row: RecordingRow, chunk: ChunkRow): Promise<void> {
  const copied = loadCopies()
    .then(({ copyLink }) => copyLink(row, chunk))
    .then(
      () => true,
      () => false,
    );
  try {
    await inTime(database.keepChunk(row, chunk));
  } catch (error) {
    if (!(await inTime(copied).catch(() => false))) throw error;
  }
}

/** The parts of one emergency, in their order; those of the database alone when nothing else can be read in time. */
export async function partsOf(emergencyEventId: string): Promise<RecordingRow[]> {
  try {
    return await inTime(loadEvidence().then(({ evidenceOf }) => evidenceOf(emergencyEventId)));
  } catch {
    return inTime(database.recordingsOf(emergencyEventId));
  }
}

/** The sound of a part as it was recorded; null when there is none. */
export async function originalSound(id: string): Promise<Blob | null> {
  return (await loadEvidence()).originalSound(id);
}

/** Copies a part into the list under `voiceRecordings`. */
export async function mirror(id: string): Promise<boolean> {
  return (await loadEvidence()).mirror(id);
}

/** Marks every part that a killed browser left open as recovered; returns those parts. */
export async function recoverInterrupted(): Promise<RecordingRow[]> {
  return (await loadEvidence()).recoverInterrupted();
}
