/** Claims about the second copy of the evidence: what one home lost, another has. */
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, test, vi } from "vitest";
import * as database from "#store/app-database.ts";
import { chunksOfRecording, closeEvidence, type RecordingRow } from "#store/app-database.ts";
import { fakeFiles } from "#test/fake-files.ts";
import { examine, originalSound } from "./evidence.ts";
import { CHAIN_START, seal } from "./evidence-chain.ts";
import { deleteEvidence } from "./evidence-deleting.ts";
import { keepChunk } from "./evidence-keeping.ts";
import { evidenceOf, listEvidence } from "./evidence-rows.ts";

const row: RecordingRow = {
  id: "part",
  emergencyEventId: "emergency",
  part: 1,
  mimeType: "audio/webm",
  recordedAt: "2026-11-21T10:00:00.000Z",
  duration: 0,
  bytes: 0,
  status: "recording",
  isProcessed: false,
  head: CHAIN_START,
  previousHead: CHAIN_START,
};

let disk: ReturnType<typeof fakeFiles>;
/** The part's row after its last chunk. */
let last = row;

beforeEach(() => {
  use(fakeFiles());
  last = row;
});

function use(files: ReturnType<typeof fakeFiles>) {
  disk = files;
  vi.stubGlobal("navigator", files.navigator);
}

/** Records so many seconds more. */
async function record(seconds: number) {
  for (let second = 0; second < seconds; second += 1) {
    const seq = last.bytes / 4;
    const bytes = new Uint8Array([seq, 10, 13, 0]).buffer;
    const mono = seq * 1_000 + 1_000;
    const link = await seal(last.head, { seq, kind: "sound", at: mono, mono, bytes });
    last = { ...last, head: link.chain, bytes: last.bytes + 4, duration: mono / 1_000 };
    await keepChunk(last, { ...link, recordingId: row.id });
  }
}

const untilCopied = (count: number) =>
  expect.poll(() => [...disk.files.values()].filter((file) => file.size > 0)).toHaveLength(count);

/** The database is gone, and a new one is empty. */
async function loseDatabase() {
  await closeEvidence();
  vi.stubGlobal("indexedDB", new IDBFactory());
}

/** The database takes no writes. */
function refuseWrites() {
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  return () => put.mockRestore();
}

const sizeOfSound = async () => (await originalSound(row.id))?.size ?? 0;

describe("a lost database", () => {
  beforeEach(async () => {
    await record(4);
    await untilCopied(4);
    await loseDatabase();
  });

  test("loses no recording: it is listed, whole and intact", async () => {
    expect(await listEvidence()).toMatchObject([{ ...last, status: "recovered" }]);
    expect(await examine(row.id)).toMatchObject({ isAltered: false, missingSeconds: 0 });
    expect(await sizeOfSound()).toBe(16);
    expect(await evidenceOf("emergency")).toMatchObject([{ id: "part", head: last.head }]);
  });

  test("and a lost file: the seconds that are missing are counted", async () => {
    disk.files.delete("parts/part/1");
    expect(await examine(row.id)).toMatchObject({ isAltered: false, missingSeconds: 1 });
    disk.files.delete("parts/part/3");
    // The newest file that is left knows of three seconds.
    expect(await examine(row.id)).toMatchObject({ isAltered: false, missingSeconds: 1 });
    expect(await sizeOfSound()).toBe(8);
  });

  test("and a file that a kill left empty or half written: the others count", async () => {
    disk.files.set("parts/part/4", new Blob());
    disk.files.set("parts/part/5", new Blob(['{"row":']));
    expect(await examine(row.id)).toMatchObject({ isAltered: false, missingSeconds: 0 });
  });

  test("keeps nothing of a deleted recording", async () => {
    vi.stubGlobal("window", { localStorage: { getItem: () => null, setItem: () => undefined } });
    await deleteEvidence(row.id);
    expect([await listEvidence(), disk.files.size]).toEqual([[], 0]);
  });
});

test("seconds that the database refused are in the files, and the recording is whole", async () => {
  await record(2);
  const accept = refuseWrites();
  await record(2);
  accept();
  await record(2);
  await untilCopied(6);
  expect((await chunksOfRecording(row.id)).map(({ seq }) => seq)).toEqual([0, 1, 4, 5]);
  expect(await examine(row.id)).toMatchObject({ isAltered: false, missingSeconds: 0 });
  expect(await sizeOfSound()).toBe(24);
});

test("a chunk that was altered in the database is taken from the files, and is noticed when both were", async () => {
  await record(3);
  await untilCopied(3);
  const altered = new Uint8Array([9, 9, 9, 9]).buffer;
  const chunk = (await chunksOfRecording(row.id))[1];
  if (chunk === undefined) throw new Error("There is no chunk 1.");
  await database.keepChunk(last, { ...chunk, bytes: altered });
  expect(await examine(row.id)).toMatchObject({ isAltered: false });
  disk.files.delete("parts/part/1");
  expect(await examine(row.id)).toMatchObject({ isAltered: true, missingSeconds: 0 });
});

test("a chunk that neither home takes is refused", async () => {
  use(fakeFiles(10_000));
  refuseWrites();
  await expect(record(1)).rejects.toThrow("full");
});

test("where room is short, only the database is written", async () => {
  use(fakeFiles(10_000));
  await record(3);
  expect([disk.files.size, (await chunksOfRecording(row.id)).length]).toEqual([0, 3]);
});

test("where a browser has no files, the database is enough", async () => {
  vi.stubGlobal("navigator", {});
  await record(3);
  expect(await examine(row.id)).toMatchObject({ isAltered: false, missingSeconds: 0 });
});
