/** Claims about what a check of an emergency's recording notices. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Receipt } from "#content/time-receipt.ts";
import {
  type ChunkRow,
  chunksOfRecording,
  deleteRecording,
  keepChunk,
  keepRecording,
  type RecordingRow,
} from "#store/app-database.ts";
import { signingServer } from "#test/signing-server.ts";
import { CHAIN_START, seal } from "./evidence-chain.ts";
import { checkEvidence } from "./evidence-check.ts";
import { deleteEvidence } from "./evidence-deleting.ts";
import * as keeping from "./evidence-keeping.ts";
import { tallyOf } from "./evidence-tally.ts";
import { keepReceipt, NO_RECEIPTS, receiptsOf } from "./receipts.ts";

let head = CHAIN_START;
const rows = new Map<string, RecordingRow>();

const check = async (emergencyEventId: string) =>
  checkEvidence({
    emergencyEventId,
    tally: await tallyOf(emergencyEventId),
    receipts: await receiptsOf(emergencyEventId),
  });

/** Records a part of three seconds that continues the chain. */
async function recordPart(part: number) {
  const id = `part${part}`;
  let row: RecordingRow = {
    id,
    emergencyEventId: "e",
    part,
    mimeType: "audio/webm",
    recordedAt: "2026-11-21T10:00:00.000Z",
    duration: 0,
    bytes: 0,
    status: "stopped",
    isProcessed: true,
    head,
    previousHead: head,
  };
  for (let seq = 0; seq < 3; seq += 1) {
    const bytes = new Uint8Array([part, seq]).buffer;
    const mono = 1_000 + seq * 1_000;
    const link = await seal(head, { seq, kind: "sound", at: mono, mono, bytes });
    head = link.chain;
    row = { ...row, head, bytes: row.bytes + 2, duration: mono / 1_000 };
    await keeping.keepChunk(row, { ...link, recordingId: id });
  }
  await keeping.keepRecording(row);
  rows.set(id, row);
}

beforeEach(async () => {
  vi.stubGlobal("navigator", {});
  head = CHAIN_START;
  for (const part of [1, 2, 3]) await recordPart(part);
});

/** Writes the links of a part anew, as somebody with the phone's database might. */
async function rewrite(id: string, change: (links: ChunkRow[]) => ChunkRow[]) {
  const row = rows.get(id);
  if (row === undefined) throw new Error(`There is no ${id}.`);
  const links = await chunksOfRecording(id);
  await deleteRecording(id);
  for (const link of change(links)) await keepChunk(row, link);
  await keepRecording(row);
}

test("a recording of three parts is as it was recorded", async () => {
  expect(await check("e")).toMatchObject({ isAltered: false, missingSeconds: 0 });
});

test("an altered chunk is noticed", async () => {
  await rewrite("part2", (links) =>
    links.map((link, at) => (at === 1 ? { ...link, bytes: new Uint8Array([9]).buffer } : link)),
  );
  expect(await check("e")).toMatchObject({ isAltered: true, missingSeconds: 0 });
});

test.each([0, 1, 2])("deleted chunk %i of a part is noticed and counted", async (gone) => {
  await rewrite("part2", (links) => links.filter((_, at) => at !== gone));
  expect(await check("e")).toMatchObject({ isAltered: false, missingSeconds: 1 });
});

test("a deleted tail is noticed, also when the part's row was made to fit", async () => {
  await rewrite("part2", (links) => links.slice(0, 1));
  expect(await check("e")).toMatchObject({ isAltered: false, missingSeconds: 2 });
  const [first] = await chunksOfRecording("part2");
  const row = rows.get("part2");
  if (first === undefined || row === undefined) throw new Error("There is no part 2.");
  await keepRecording({ ...row, head: first.chain, duration: 1 });
  expect(await check("e")).toMatchObject({ isAltered: true });
});

test.each(["part1", "part2"])("a deleted %s is noticed in the part after it", async (id) => {
  await deleteRecording(id);
  expect(await check("e")).toMatchObject({ isAltered: true });
});

test("a deleted last part is noticed", async () => {
  await deleteRecording("part3");
  expect(await check("e")).toMatchObject({ isAltered: true });
});

test("a last part whose tail was deleted and whose row was made to fit is noticed", async () => {
  await rewrite("part3", (links) => links.slice(0, 2));
  const last = (await chunksOfRecording("part3")).at(-1);
  const row = rows.get("part3");
  if (last === undefined || row === undefined) throw new Error("There is no part 3.");
  await keepRecording({ ...row, head: last.chain, duration: 2, bytes: 4 });
  expect(await check("e")).toMatchObject({ isAltered: true });
});

test("a part that the person deleted in the app is no change", async () => {
  await deleteEvidence("part3");
  expect(await check("e")).toMatchObject({ isAltered: false, missingSeconds: 0 });
});

test("a part that the person deleted is no change when the app was closed right after", async () => {
  const cutOff = vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(() => {
    throw new Error("The page is gone.");
  });
  await expect(deleteEvidence("part3")).rejects.toThrow("The page is gone.");
  cutOff.mockRestore();
  await deleteRecording("part3");
  expect(await check("e")).toMatchObject({ isAltered: false, missingSeconds: 0 });
});

test("two parts that changed places are noticed", async () => {
  for (const [id, part] of [
    ["part1", 2],
    ["part2", 1],
  ] as const) {
    const row = rows.get(id);
    if (row !== undefined) await keepRecording({ ...row, part });
  }
  expect(await check("e")).toMatchObject({ isAltered: true });
});

test("a row that was given another time and another length does not decide what is said of it", async () => {
  const row = rows.get("part1");
  if (row === undefined) throw new Error("There is no part 1.");
  await keepRecording({ ...row, recordedAt: "2020-01-01T00:00:00.000Z", bytes: 9_000_000 });
  const found = await check("e");
  expect(found?.parts[0]).toEqual({ id: "part1", at: 0, seconds: 3, bytes: 6 });
});

test("a recording of which no link is left has no sound", async () => {
  for (const id of rows.keys()) await rewrite(id, () => []);
  const found = await check("e");
  expect(found?.parts.map(({ at, seconds, bytes }) => [at, seconds, bytes])).toEqual(
    Array(3).fill([null, 0, 0]),
  );
});

test("a database that does not answer is no proof that something is missing", async () => {
  vi.spyOn(IDBObjectStore.prototype, "getAll").mockImplementation(() => {
    throw new DOMException("busy", "UnknownError");
  });
  await expect(check("e")).rejects.toThrow("busy");
  vi.restoreAllMocks();
  expect(await check("e")).toMatchObject({ isAltered: false, missingSeconds: 0 });
});

test("an emergency without a chain cannot be checked", async () => {
  expect(await check("another")).toBeNull();
});

describe("a time that the server confirmed", () => {
  const TIME = 1_795_255_199;
  const confirmedOf = async () => (await check("e"))?.confirmed;
  const headOf = (id: string) => rows.get(id)?.head ?? "";

  test("is that of the newest receipt whose fingerprint the chain had", async () => {
    const server = await signingServer();
    for (const [id, later] of [
      ["part1", 0],
      ["part2", 60],
    ] as const) {
      await keepReceipt("e", await server.receipt(headOf(id), TIME + later), [server.key]);
    }
    expect(await confirmedOf()).toEqual({
      time: (TIME + 60) * 1_000,
      linkedAt: 3_000,
      isChecked: true,
    });
    await deleteEvidence("part3");
    expect(await confirmedOf()).toMatchObject({ isChecked: true });
  });

  test.each([
    ["another time", (one: Receipt) => ({ ...one, time: one.time + 1 })],
    ["another fingerprint", (one: Receipt) => ({ ...one, head: headOf("part2") })],
    [
      "a fingerprint that the chain never had",
      (one: Receipt) => ({ ...one, head: "e".repeat(64) }),
    ],
    ["no signature", (one: Receipt) => ({ ...one, signature: "" })],
    ["an unknown key", (one: Receipt) => ({ ...one, key: "0".repeat(16) })],
  ])("is not one of a receipt with %s", async (_, change) => {
    const server = await signingServer();
    const receipt = await server.receipt(headOf("part1"), TIME);
    await keepReceipt("e", change(receipt), [server.key]);
    expect(await confirmedOf()).toBeNull();
  });

  test("is not one of another key, or of a key before its time", async () => {
    const [server, other] = [await signingServer(), await signingServer()];
    const receipt = await server.receipt(headOf("part3"), TIME);
    await keepReceipt("e", receipt, [{ ...server.key, publicKey: other.key.publicKey }]);
    expect(await confirmedOf()).toBeNull();
    await keepReceipt("e", receipt, [{ ...server.key, validFrom: TIME + 1 }]);
    expect(await confirmedOf()).toBeNull();
    await keepReceipt("e", null, [{ ...server.key, validUntil: TIME - 1 }]);
    expect(await confirmedOf()).toBeNull();
    await keepReceipt("e", null, [server.key]);
    expect(await confirmedOf()).toMatchObject({ time: TIME * 1_000 });
  });

  test("is said to be unchecked where the browser knows no such signatures", async () => {
    const server = await signingServer();
    await keepReceipt("e", await server.receipt(headOf("part3"), TIME), [server.key]);
    vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(
      new DOMException("unknown", "NotSupportedError"),
    );
    expect(await confirmedOf()).toMatchObject({ time: TIME * 1_000, isChecked: false });
  });

  test("goes with the last part that the person deletes", async () => {
    const server = await signingServer();
    await keepReceipt("e", await server.receipt(headOf("part1"), TIME), [server.key]);
    await deleteEvidence("part1");
    expect((await receiptsOf("e")).receipts).toHaveLength(1);
    for (const id of ["part2", "part3"]) await deleteEvidence(id);
    expect(await receiptsOf("e")).toEqual(NO_RECEIPTS);
  });
});
