/** Recorded sound as it is handed over, opened as its receiver would, and as it was recorded. */
import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChunkRow, RecordingRow } from "#store/app-database.ts";
import type { SealedLink } from "#store/evidence/evidence-chain.ts";
import type { Tab } from "./phone.ts";

/** A file that was handed over. */
interface HandedOver {
  readonly name: string;
  readonly content: Buffer;
}

/** The files of an archive in their order, unpacked by Python's own reader, which checks every sum. */
export async function unpacked(archive: string): Promise<readonly HandedOver[]> {
  const folder = await mkdtemp(join(tmpdir(), "handed-over-"));
  const program =
    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); z.extractall(sys.argv[2]); print('\\n'.join(z.namelist()))";
  const listed = execFileSync("python3", ["-c", program, archive, folder], { encoding: "utf8" });
  const names = listed.trim().split("\n");
  if (new Set(names).size !== (await readdir(folder)).length) throw new Error("A name came twice.");
  const files = await Promise.all(
    names.map(async (name) => ({ name, content: await readFile(join(folder, name)) })),
  );
  await rm(folder, { recursive: true });
  return files;
}

/** A part as the database has it, with the links of its chain. */
interface RecordedPart {
  readonly row: RecordingRow;
  readonly links: readonly SealedLink[];
}

/** Runs in a page: the rows of the database, with bytes as base64. */
async function storedRows() {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("evidence");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const all = <Row>(store: string) =>
    new Promise<Row[]>((resolve, reject) => {
      const request = db.transaction(store).objectStore(store).getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const rows = await all<RecordingRow>("recordings");
  const chunks = await all<ChunkRow>("chunks");
  db.close();
  const base64 = (bytes: ArrayBuffer) =>
    btoa([...new Uint8Array(bytes)].map((byte) => String.fromCharCode(byte)).join(""));
  return { rows, chunks: chunks.map((chunk) => ({ ...chunk, bytes: base64(chunk.bytes) })) };
}

/** Every part that was recorded, in its order. */
export async function recordedParts(tab: Tab): Promise<readonly RecordedPart[]> {
  const { rows, chunks } = await tab.evaluate(storedRows);
  return rows
    .sort((a, b) => a.part - b.part)
    .map((row) => ({
      row,
      links: chunks
        .filter(({ recordingId }) => recordingId === row.id)
        .map(({ bytes, ...link }) => ({
          ...link,
          bytes: new Uint8Array(Buffer.from(bytes, "base64")).buffer,
        })),
    }));
}

/** The first cluster of a WebM file begins with it. */
const CLUSTER = Buffer.from("1f43b675", "hex");

/** A file from its first sound on; all of it where the format is another than WebM. */
export function soundIn(file: Buffer): Buffer {
  return file.subarray(Math.max(0, file.indexOf(CLUSTER)));
}

/** How many seconds of sound the browser finds in a file. */
export function decodedSeconds(tab: Tab, file: Buffer): Promise<number> {
  return tab.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const audio = new OfflineAudioContext(1, 1, 48_000);
    return (await audio.decodeAudioData(bytes.buffer)).duration;
  }, file.toString("base64"));
}
