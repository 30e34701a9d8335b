/** The database for recordings, their chunks and small state; it survives a killed browser. */
import { evidenceDatabase, stateTable } from "#content/device-records.ts";
import { type Change, lazyDatabase } from "#platform/storage/database.ts";

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

const [RECORDINGS, CHUNKS] = ["recordings", "chunks"];

const database = lazyDatabase(evidenceDatabase, 1, (db) => {
  const recordings = db.createObjectStore(RECORDINGS, { keyPath: "id" });
  recordings.createIndex("emergency", "emergencyEventId");
  db.createObjectStore(CHUNKS, { keyPath: ["recordingId", "seq"] });
  db.createObjectStore(stateTable);
});

const chunksFrom = (id: string, from: number) =>
  IDBKeyRange.bound([id, from], [id, Number.MAX_SAFE_INTEGER]);

/** Writes a part's row and its newest link in one transaction; resolves when both are durable. */
export async function keepChunk(row: RecordingRow, chunk: ChunkRow): Promise<void> {
  await database.write([RECORDINGS, CHUNKS], (tx) => {
    tx.objectStore(CHUNKS).put(chunk);
    return tx.objectStore(RECORDINGS).put(row);
  });
}

/** Writes a part's row alone. */
export async function keepRecording(row: RecordingRow): Promise<void> {
  await database.write([RECORDINGS], (tx) => tx.objectStore(RECORDINGS).put(row));
}

/** Every part on this device, without its sound. */
export function listRecordings(): Promise<RecordingRow[]> {
  return database.read([RECORDINGS], (tx) => tx.objectStore(RECORDINGS).getAll());
}

/** The parts of one emergency, in their order. */
export async function recordingsOf(emergencyEventId: string): Promise<RecordingRow[]> {
  const rows: RecordingRow[] = await database.read([RECORDINGS], (tx) =>
    tx.objectStore(RECORDINGS).index("emergency").getAll(emergencyEventId),
  );
  return rows.sort((a, b) => a.part - b.part);
}

/** One part's row, or undefined. */
export function findRecording(id: string): Promise<RecordingRow | undefined> {
  return database.read([RECORDINGS], (tx) => tx.objectStore(RECORDINGS).get(id));
}

/** At most `count` links of a part from the number `from` on, in their order. */
export function someChunks(id: string, from: number, count: number): Promise<ChunkRow[]> {
  return database.read([CHUNKS], (tx) =>
    tx.objectStore(CHUNKS).getAll(chunksFrom(id, from), count),
  );
}

/** The number behind the last link of a part; 0 where it has none. */
export async function linkCount(id: string): Promise<number> {
  const cursor = await database.read([CHUNKS], (tx) =>
    tx.objectStore(CHUNKS).openKeyCursor(chunksFrom(id, 0), "prev"),
  );
  const [, seq] = (cursor?.key ?? []) as readonly unknown[];
  return typeof seq === "number" ? seq + 1 : 0;
}

/** All links of a part, in their order: for tests. */
export function chunksOfRecording(id: string): Promise<ChunkRow[]> {
  return someChunks(id, 0, 0);
}

/** Removes a part and its links for good. */
export async function deleteRecording(id: string): Promise<void> {
  await database.write([RECORDINGS, CHUNKS], (tx) => {
    tx.objectStore(CHUNKS).delete(chunksFrom(id, 0));
    return tx.objectStore(RECORDINGS).delete(id);
  });
}

/** A small value under a name, or undefined. */
export function readState(name: string): Promise<unknown> {
  return database.read([stateTable], (tx) => tx.objectStore(stateTable).get(name));
}

/**
 * Reads a small value and writes what `decide` returns for it, in one transaction. `decide` must be
 * synchronous; its `answer` is the result.
 */
export function changeState<T>(name: string, decide: (before: unknown) => Change<T>): Promise<T> {
  return database.change(stateTable, name, decide);
}

/** Forgets a small value. */
export async function deleteState(name: string): Promise<void> {
  await database.write([stateTable], (tx) => tx.objectStore(stateTable).delete(name));
}

/**
 * Whether the database failed because the browser has none, so that nothing is in it. A full disk, a lost connection and a database
 * that does not answer are no such failures.
 */
export function isDatabaseAbsent({ name }: Error): boolean {
  return /^(Security|Reference|Type)Error$/.test(name);
}

/** Closes the database, so that a test can begin anew. */
export function closeEvidence(): Promise<void> {
  return database.close();
}
