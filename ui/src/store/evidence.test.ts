/** Claims about a recording's part in the database. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { isIntact } from "./evidence.ts";
import { CHAIN_START, seal } from "./evidence-chain.ts";
import {
  type ChunkRow,
  chunksOfRecording,
  closeEvidence,
  deleteRecording,
  keepChunk,
  type RecordingRow,
} from "./evidence-database.ts";

const row: RecordingRow = {
  id: "part",
  emergencyEventId: "emergency",
  part: 1,
  mimeType: "audio/webm",
  recordedAt: "2026-11-21T10:00:00Z",
  duration: 3,
  bytes: 12,
  status: "stopped",
  isProcessed: true,
  head: CHAIN_START,
  previousHead: CHAIN_START,
};

/** The part's row after its last chunk. */
let last = row;

beforeEach(async () => {
  last = row;
  for (let seq = 0; seq < 3; seq += 1) {
    const bytes = new Uint8Array([seq, 1, 2, 3]).buffer;
    const link = await seal(last.head, { seq, kind: "sound", at: seq, mono: seq, bytes });
    last = { ...last, head: link.chain };
    await keepChunk(last, { ...link, recordingId: row.id });
  }
});

afterEach(async () => {
  await deleteRecording(row.id);
  await closeEvidence();
});

async function chunkAt(seq: number): Promise<ChunkRow> {
  const chunk = (await chunksOfRecording(row.id))[seq];
  if (chunk === undefined) throw new Error(`There is no chunk ${seq}.`);
  return chunk;
}

test("a part whose chunks are as they were recorded is intact", async () => {
  expect(await isIntact(row.id)).toBe(true);
});

test("a part with a changed chunk is not intact", async () => {
  const chunk = await chunkAt(1);
  await keepChunk(last, { ...chunk, bytes: new Uint8Array([9]).buffer });
  expect(await isIntact(row.id)).toBe(false);
});

test("a part that lacks its last chunk is not intact", async () => {
  const [first, second] = [await chunkAt(0), await chunkAt(1)];
  await deleteRecording(row.id);
  for (const chunk of [first, second]) await keepChunk(last, chunk);
  expect(await isIntact(row.id)).toBe(false);
});

test("a part that is not there is not intact", async () => {
  expect(await isIntact("another")).toBe(false);
});
