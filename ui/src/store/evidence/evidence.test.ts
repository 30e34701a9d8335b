/** Claims about a recording's part in the database. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type ChunkRow,
  chunksOfRecording,
  deleteRecording,
  keepChunk,
  type RecordingRow,
} from "#store/app-database.ts";
import { originalSound } from "./evidence.ts";
import { CHAIN_START, seal } from "./evidence-chain.ts";
import { isIntact } from "./evidence-mirror.ts";
import { playableSound } from "./playable-sound.ts";

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

/** Makes the part so long: links of 40 KB, the first of which begins a WebM file. */
async function extend(links: number) {
  for (let seq = 3; seq < links; seq += 1) {
    const bytes = new Uint8Array(40_000).fill(seq).buffer;
    const link = await seal(last.head, { seq, kind: "sound", at: seq, mono: seq * 1_000, bytes });
    last = { ...last, head: link.chain };
    await keepChunk(last, { ...link, recordingId: row.id });
  }
}

test("a long part is checked, played and downloaded from a few links at a time", async () => {
  await extend(300);
  const read: number[] = [];
  const { getAll } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, "getAll").mockImplementation(function (
    this: IDBObjectStore,
    ...asked
  ) {
    const request = getAll.apply(this, asked);
    request.addEventListener("success", () => read.push(request.result.length));
    return request;
  });
  expect(await isIntact(row.id)).toBe(true);
  const [original, playable] = [
    await originalSound(row.id),
    await playableSound(row.id, async (piece) => piece),
  ];
  expect([original?.size, playable?.size]).toEqual([12 + 297 * 40_000, 12 + 297 * 40_000]);
  expect(await playable?.slice(-1).bytes()).toEqual(new Uint8Array([299 % 256]));
  expect(read.reduce((sum, count) => sum + count, 0)).toBe(3 * 300);
  expect(Math.max(...read)).toBeLessThanOrEqual(64);
  vi.restoreAllMocks();
});

test("a part that is not there is not intact", async () => {
  expect(await isIntact("another")).toBe(false);
});
