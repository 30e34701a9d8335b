/** The claim about hours of sound: they are packed a few seconds at a time. */
import { createHash } from "node:crypto";
import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { growingFile } from "#features/playback/package/growing-file.ts";
import { readPart } from "#features/playback/package/read-part.ts";
import { sha256OfBlob } from "#platform/storage/blob-digest.ts";
import * as digest from "#platform/storage/digest.ts";
import { zipOf } from "#platform/storage/zip.ts";
import * as database from "#store/app-database.ts";
import { CHAIN_START } from "#store/evidence/evidence-chain.ts";
import { newFolder, removeFolders } from "../e2e/package-tools.ts";

/** Eight hours, with fewer bytes a second than an app's, so that the test is soon over. */
const [SECONDS, SECOND_BYTES] = [28_800, 500];
/** The most that may be in memory at once. */
const MOST_BYTES = 3_000_000;

beforeEach(() => {
  vi.stubGlobal("navigator", {});
});
afterAll(removeFolders);

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

/** The sound of a second. */
function soundAt(seq: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(SECOND_BYTES).fill(7);
  new DataView(bytes.buffer).setUint32(0, seq);
  return bytes;
}

/** A store that makes each link when it is asked for it, and says how many bytes it has handed out. */
async function hoursOfSound() {
  const heads: string[] = [];
  const digests: string[] = [];
  for (let seq = 0; seq < SECONDS; seq += 1) {
    const digest = sha256(soundAt(seq));
    const before = heads.at(-1) ?? CHAIN_START;
    digests.push(digest);
    heads.push(sha256([before, seq, "sound", seq * 1_000, seq * 1_000, digest].join("|")));
  }
  await database.keepRecording({
    ...{ id: "night", emergencyEventId: "e", part: 1, mimeType: "audio/x", isProcessed: true },
    ...{ recordedAt: "2026-11-21T10:00:00.000Z", duration: SECONDS, status: "stopped" },
    ...{ bytes: SECONDS * SECOND_BYTES, head: heads.at(-1) ?? "", previousHead: CHAIN_START },
  });
  // The browser's own answers from another thread, which costs a test more than the sum itself.
  vi.spyOn(digest, "sha256").mockImplementation(async (bytes) => sha256(new Uint8Array(bytes)));
  let read = 0;
  vi.spyOn(database, "someChunks").mockImplementation(async (recordingId, from, count) => {
    const some = Array.from({ length: Math.min(count, SECONDS - from) }, (_, index) => {
      const seq = from + index;
      const times = { at: seq * 1_000, mono: seq * 1_000 };
      const hashes = { sha256: digests[seq] ?? "", chain: heads[seq] ?? "" };
      return {
        recordingId,
        seq,
        kind: "sound" as const,
        ...times,
        ...hashes,
        bytes: soundAt(seq).buffer,
      };
    });
    read += some.length * SECOND_BYTES;
    return some;
  });
  return () => read;
}

/** Puts pieces into files, as the browser's database does. */
function keptInFiles() {
  const folder = newFolder();
  let [count, bytes] = [0, 0];
  const keep = async (piece: Blob) => {
    const file = join(folder, String(count));
    count += 1;
    await writeFile(file, new Uint8Array(await piece.arrayBuffer()));
    bytes += piece.size;
    return openAsBlob(file);
  };
  return { keep, bytes: () => bytes };
}

/** Almost thirty thousand links take seconds, and more on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

test("eight hours of sound are read, hashed and packed with a few megabytes in memory", async () => {
  const read = await hoursOfSound();
  const [sound, text] = [keptInFiles(), keptInFiles()];
  const links = growingFile(text.keep);
  let most = 0;
  const keep = (piece: Blob) => {
    most = Math.max(most, read() - sound.bytes(), links.size() - text.bytes());
    return sound.keep(piece);
  };
  const { arrayBuffer } = Blob.prototype;
  vi.spyOn(Blob.prototype, "arrayBuffer").mockImplementation(function (this: Blob) {
    most = Math.max(most, this.size);
    return arrayBuffer.call(this);
  });
  const part = await readPart("night", 1, { links, gaps: growingFile(text.keep), keep });
  const table = await links.end();
  expect(part.original.size).toBe(SECONDS * SECOND_BYTES);
  expect(table.size).toBeGreaterThan(MOST_BYTES);
  expect(await sha256OfBlob(part.original)).toHaveLength(64);
  const archive = await zipOf([
    { name: part.originalName, content: part.original },
    { name: "links.csv", content: table },
  ]);
  expect(archive.size).toBeGreaterThan(part.original.size + table.size);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(MOST_BYTES);
});
