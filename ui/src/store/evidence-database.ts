/** The database for recordings, their chunks and small state; it survives a killed browser. */
import type { DBSchema, IDBPTransaction, StoreNames } from "idb";
import { evidenceDatabase, stateTable } from "#content/device-records.ts";
import { lazyDatabase } from "#platform/database.ts";

/** One playable part of an emergency's recording. An interruption begins the next part. */
export interface RecordingRow {
  readonly id: string;
  readonly emergencyEventId: string;
  /** 1 for the first part of an emergency's sound. */
  readonly part: number;
  readonly mimeType: string;
  /** ISO time of the first chunk. */
  readonly recordedAt: string;
  /** Seconds, up to the last chunk kept. */
  readonly duration: number;
  /** Bytes of sound kept so far. */
  readonly bytes: number;
  readonly status: "recording" | "stopped" | "recovered";
  readonly isProcessed: boolean;
  readonly transcription?: string;
  /** The chain's head after the last chunk, as 64 hexadecimal digits. */
  readonly head: string;
  /** The head of the part before, where this part's chain begins. */
  readonly previousHead: string;
}

/** One link of a part's chain: a second of sound, or a sentence about a gap. */
export interface ChunkRow {
  readonly recordingId: string;
  readonly seq: number;
  readonly kind: "sound" | "gap";
  /** Wall clock, epoch milliseconds. */
  readonly at: number;
  /** Monotonic clock, milliseconds. */
  readonly mono: number;
  readonly bytes: ArrayBuffer;
  readonly sha256: string;
  readonly chain: string;
}

interface Evidence extends DBSchema {
  recordings: { key: string; value: RecordingRow; indexes: { emergency: string } };
  chunks: { key: [string, number]; value: ChunkRow };
  state: { key: string; value: unknown };
}

const STRICT = { durability: "strict" } as const;

const database = lazyDatabase<Evidence>(evidenceDatabase, 1, (db) => {
  const recordings = db.createObjectStore("recordings", { keyPath: "id" });
  recordings.createIndex("emergency", "emergencyEventId");
  db.createObjectStore("chunks", { keyPath: ["recordingId", "seq"] });
  db.createObjectStore(stateTable);
});

const chunksOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Number.MAX_SAFE_INTEGER]);

type Table = StoreNames<Evidence>;

/**
 * Begins a transaction. What fails in it rejects the request that failed; its end rejects as well, for those who wait
 * for it, and is no unhandled error for those who do not: the browser may close the database at any moment.
 */
async function begin<Tables extends Table[], Mode extends "readonly" | "readwrite">(
  mode: Mode,
  ...tables: Tables
): Promise<IDBPTransaction<Evidence, Tables, Mode>> {
  const tx = (await database.open()).transaction(tables, mode, STRICT);
  tx.done.catch(() => undefined);
  return tx;
}

/** Writes a part's row and its newest link in one transaction; resolves when both are durable. */
export async function keepChunk(row: RecordingRow, chunk: ChunkRow): Promise<void> {
  const tx = await begin("readwrite", "recordings", "chunks");
  await Promise.all([
    tx.objectStore("chunks").put(chunk),
    tx.objectStore("recordings").put(row),
    tx.done,
  ]);
}

/** Writes a part's row alone. */
export async function keepRecording(row: RecordingRow): Promise<void> {
  const tx = await begin("readwrite", "recordings");
  await Promise.all([tx.objectStore("recordings").put(row), tx.done]);
}

/** Every part on this device, without its sound. */
export async function listRecordings(): Promise<RecordingRow[]> {
  return (await begin("readonly", "recordings")).objectStore("recordings").getAll();
}

/** The parts of one emergency, in their order. */
export async function recordingsOf(emergencyEventId: string): Promise<RecordingRow[]> {
  const recordings = (await begin("readonly", "recordings")).objectStore("recordings");
  const rows = await recordings.index("emergency").getAll(emergencyEventId);
  return rows.sort((a, b) => a.part - b.part);
}

/** One part's row, or undefined. */
export async function findRecording(id: string): Promise<RecordingRow | undefined> {
  return (await begin("readonly", "recordings")).objectStore("recordings").get(id);
}

/** At most `count` links of a part from the number `from` on, in their order. */
export async function someChunks(id: string, from: number, count: number): Promise<ChunkRow[]> {
  const range = IDBKeyRange.bound([id, from], [id, Number.MAX_SAFE_INTEGER]);
  return (await begin("readonly", "chunks")).objectStore("chunks").getAll(range, count);
}

/** All links of a part, in their order: for tests. */
export function chunksOfRecording(id: string): Promise<ChunkRow[]> {
  return someChunks(id, 0, 0);
}

/** Removes a part and its links for good. */
export async function deleteRecording(id: string): Promise<void> {
  const tx = await begin("readwrite", "recordings", "chunks");
  await Promise.all([
    tx.objectStore("chunks").delete(chunksOf(id)),
    tx.objectStore("recordings").delete(id),
    tx.done,
  ]);
}

/** A small value under a name, or undefined. */
export async function readState(name: string): Promise<unknown> {
  return (await begin("readonly", "state")).objectStore("state").get(name);
}

/**
 * Reads a small value and writes what `decide` returns for it, in one transaction. `decide` must be
 * synchronous; its `answer` is the result.
 */
export async function changeState<T>(
  name: string,
  decide: (before: unknown) => { keep: unknown; answer: T },
): Promise<T> {
  const tx = await begin("readwrite", "state");
  const state = tx.objectStore("state");
  const { keep, answer } = decide(await state.get(name));
  await Promise.all([state.put(keep, name), tx.done]);
  return answer;
}

/** Closes the database, so that a test can begin anew. */
export function closeEvidence(): Promise<void> {
  return database.close();
}
