/** Claims about checking a recording beside the page: in a worker, or on the page where none starts. */

import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closeEvidence, type RecordingRow } from "#store/app-database.ts";
import { patienceMs } from "#test/patience.ts";
import { CHAIN_START, seal } from "./evidence-chain.ts";
import { keepChunk, keepRecording } from "./evidence-keeping.ts";

type Listener = (event: { data: unknown }) => unknown;

const { signal } = new AbortController();

/** A worker that runs the product's own, with a thread's globals; gives how many there were and are. */
async function stubWorker() {
  const thread: { onmessage?: Listener; postMessage?: (message: unknown) => void } = {};
  const count = { started: 0, ended: 0 };
  vi.stubGlobal("self", thread);
  await import("./check-worker.ts");
  vi.stubGlobal(
    "Worker",
    class {
      onmessage: Listener | undefined;
      constructor() {
        count.started += 1;
        thread.postMessage = (data) => this.onmessage?.({ data: structuredClone(data) });
      }
      postMessage(data: unknown) {
        void thread.onmessage?.({ data: structuredClone(data) });
      }
      terminate() {
        count.ended += 1;
      }
    },
  );
  return count;
}

/** Checks as a page of its own does. */
const checkBesidePage = async (id: string) =>
  (await import("./evidence-checking.ts")).checkBesidePage(id, signal);

/** Records three seconds. */
async function record() {
  let row: RecordingRow = {
    id: "part",
    emergencyEventId: "beside",
    part: 1,
    mimeType: "audio/mp4",
    recordedAt: "2026-11-21T10:00:00.000Z",
    duration: 0,
    bytes: 0,
    status: "stopped",
    isProcessed: true,
    head: CHAIN_START,
    previousHead: CHAIN_START,
  };
  for (let seq = 0; seq < 3; seq += 1) {
    const mono = seq * 1_000 + 1_000;
    const bytes = new Uint8Array([seq]).buffer;
    const link = await seal(row.head, { seq, kind: "sound", at: mono, mono, bytes });
    row = { ...row, head: link.chain, bytes: row.bytes + 1, duration: mono / 1_000 };
    await keepChunk(row, { ...link, recordingId: "part" });
  }
  await keepRecording(row);
}

const whole = {
  isAltered: false,
  missingSeconds: 0,
  parts: [{ id: "part", at: 0, seconds: 3, bytes: 3 }],
  confirmed: null,
};

let local: Map<string, string>;

beforeEach(async () => {
  await closeEvidence();
  vi.resetModules();
  local = new Map();
  vi.stubGlobal("indexedDB", new IDBFactory());
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => local.get(key) ?? null,
      setItem: (key: string, text: string) => void local.set(key, text),
    },
  });
  await record();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await closeEvidence();
});

test("a recording is checked in a worker, which ends with the check", async () => {
  const count = await stubWorker();
  expect(await checkBesidePage("beside")).toEqual(whole);
  expect(await checkBesidePage("another")).toBeNull();
  expect(count).toEqual({ started: 2, ended: 2 });
});

test("a part that only local storage has noted is missed by the worker too", async () => {
  const { changeMirrored } = await import("#store/durable.ts");
  changeMirrored("evidence-tally", (tally) => ({
    keep: { beside: { ...(tally as { beside: object }).beside, gone: null } },
    answer: undefined,
  }));
  // The worker has no local storage.
  const page = globalThis.window;
  const count = await stubWorker();
  const { tallyOf } = await import("./evidence-tally.ts");
  expect([...(await tallyOf("beside")).keys()]).toContain("gone");
  vi.stubGlobal("window", page);
  expect(await checkBesidePage("beside")).toEqual({ ...whole, isAltered: true });
  expect(count.started).toBe(1);
});

test("where no worker starts the page checks, and asks for no other worker", async () => {
  let tries = 0;
  vi.stubGlobal(
    "Worker",
    class {
      constructor() {
        tries += 1;
        throw new Error("no worker");
      }
    },
  );
  expect(await checkBesidePage("beside")).toEqual(whole);
  expect(await checkBesidePage("beside")).toEqual(whole);
  expect(tries).toBe(1);
});

test("a check on the page that goes on no more for 20 seconds is given up", async () => {
  vi.stubGlobal("Worker", undefined);
  const { digest } = crypto.subtle;
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const digests = vi
    .spyOn(crypto.subtle, "digest")
    .mockImplementation((...asked) => held.then(() => digest.apply(crypto.subtle, asked)));
  vi.useFakeTimers();
  const checking = checkBesidePage("beside").catch((error) => error.reason);
  await vi.waitFor(() => expect(digests).toHaveBeenCalled(), patienceMs);
  await vi.advanceTimersByTimeAsync(21_000);
  expect(await checking).toBe("silent");
  vi.useRealTimers();
  goOn();
  expect(await checkBesidePage("beside")).toEqual(whole);
  // Two for the link that hung, and for each of the three of another check.
  expect(digests).toHaveBeenCalledTimes(2 + 6);
});
