/** Claims about the homes that recordings have where a page cannot write files (Safari before 26). */
import { IDBFactory } from "fake-indexeddb";
import { expect, test, vi } from "vitest";
import { closeEvidence, type RecordingRow } from "#store/app-database.ts";
import { fakeFiles } from "#test/fake-files.ts";
import { examine } from "./evidence.ts";
import { CHAIN_START, seal } from "./evidence-chain.ts";
import { evidenceHomes } from "./evidence-homes.ts";
import { keepChunk } from "./evidence-keeping.ts";

type Listener = (event: { data: unknown }) => unknown;

/** A worker that runs the product's own, with a thread's globals. */
async function stubWorker() {
  const thread: { onmessage?: Listener; postMessage?: (message: unknown) => void } = {};
  vi.stubGlobal("self", thread);
  vi.resetModules();
  await import("#platform/storage/file-worker.ts");
  vi.stubGlobal(
    "Worker",
    class {
      onmessage: Listener | undefined;
      constructor() {
        thread.postMessage = (data) => this.onmessage?.({ data });
      }
      postMessage(data: unknown) {
        void thread.onmessage?.({ data });
      }
    },
  );
}

const id = "part";

/** Records three seconds. */
async function record() {
  let row: RecordingRow = {
    id,
    emergencyEventId: "emergency",
    part: 1,
    mimeType: "audio/mp4",
    recordedAt: "2026-11-21T10:00:00.000Z",
    duration: 0,
    bytes: 0,
    status: "recording",
    isProcessed: false,
    head: CHAIN_START,
    previousHead: CHAIN_START,
  };
  for (let seq = 0; seq < 3; seq += 1) {
    const bytes = new Uint8Array([seq, 10, 13, 0]).buffer;
    const mono = seq * 1_000 + 1_000;
    const link = await seal(row.head, { seq, kind: "sound", at: mono, mono, bytes });
    row = { ...row, head: link.chain, bytes: row.bytes + 4, duration: mono / 1_000 };
    await keepChunk(row, { ...link, recordingId: id });
  }
}

test("a browser in which only workers write files has the second home, which outlives the database", async () => {
  const disk = fakeFiles(1_000_000_000, "worker");
  await stubWorker();
  vi.stubGlobal("navigator", disk.navigator);
  expect(await evidenceHomes()).toEqual({ hasDatabase: true, hasFiles: true, hasRoom: true });
  await record();
  await expect.poll(() => disk.files.size).toBe(3);
  await closeEvidence();
  vi.stubGlobal("indexedDB", new IDBFactory());
  expect(await examine(id)).toMatchObject({ isAltered: false, missingSeconds: 0, bytes: 12 });
});

test("a file that a kill cut short is a second that is missing, and not one that was changed", async () => {
  const disk = fakeFiles(1_000_000_000, "worker");
  await stubWorker();
  vi.stubGlobal("navigator", disk.navigator);
  await record();
  await expect.poll(() => disk.files.size).toBe(3);
  const last = disk.files.get("parts/part/2");
  disk.files.set("parts/part/2", last?.slice(0, -2) ?? new Blob());
  const before = disk.files.get("parts/part/1");
  disk.files.set("parts/part/1", before?.slice(0, -2) ?? new Blob());
  await closeEvidence();
  vi.stubGlobal("indexedDB", new IDBFactory());
  expect(await examine(id)).toMatchObject({ isAltered: false, bytes: 4 });
});

test("a browser that writes no files is said to have one home, and gets no empty files", async () => {
  const disk = fakeFiles(1_000_000_000, "none");
  vi.stubGlobal("Worker", undefined);
  vi.stubGlobal("navigator", disk.navigator);
  expect(await evidenceHomes()).toMatchObject({ hasDatabase: true, hasFiles: false });
  await record();
  expect(await examine(id)).toMatchObject({ isAltered: false, missingSeconds: 0 });
  expect([...disk.files.keys()]).toEqual([]);
});
