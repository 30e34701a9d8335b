/**
 * The second copy of the evidence, which outlives a lost database: a file for each link of a part, with a line of JSON
 * before its bytes.
 */
import * as v from "valibot";
import { storageLimits } from "#content/limits.ts";
import { namesIn, readFile, writeFile } from "#platform/storage/files.ts";
import { freeBytes } from "#platform/storage/storage-room.ts";
import type { ChunkRow, RecordingRow } from "#store/app-database.ts";
import type { Copies } from "./evidence-walk.ts";

/** The folder with a folder for each part. */
export const FOLDER = "parts";
const NEWLINE = 10;

const header = v.object({
  row: v.object({
    id: v.string(),
    emergencyEventId: v.string(),
    part: v.number(),
    mimeType: v.string(),
    recordedAt: v.string(),
    duration: v.number(),
    bytes: v.number(),
    status: v.picklist(["recording", "stopped", "recovered"]),
    isProcessed: v.boolean(),
    head: v.string(),
    previousHead: v.string(),
  }),
  link: v.object({
    recordingId: v.string(),
    seq: v.number(),
    kind: v.picklist(["sound", "gap"]),
    at: v.number(),
    mono: v.number(),
    sha256: v.string(),
    chain: v.string(),
  }),
  /** How many bytes follow. A file that a kill cut short has fewer, and is no copy; the oldest files do not say. */
  size: v.optional(v.number()),
});

/** A link of a part, and the part's row after it. */
interface CopiedLink {
  readonly row: RecordingRow;
  readonly link: ChunkRow;
}

/** How many links of a part are written between two looks at the room that is left. */
const LINKS_PER_LOOK = 60;
const hasRoom = new Map<string, boolean>();

/** Whether a second copy leaves enough room for the first. */
async function isRoomLeft({ id }: RecordingRow, seq: number): Promise<boolean> {
  if (seq % LINKS_PER_LOOK === 0 || !hasRoom.has(id)) {
    hasRoom.set(id, (await freeBytes()) > storageLimits.copyLeavesBytes);
  }
  return hasRoom.get(id) === true;
}

/** Copies a link; rejects where there is no room, or the browser has no files. */
export async function copyLink(row: RecordingRow, { bytes, ...link }: ChunkRow): Promise<void> {
  if (!(await isRoomLeft(row, link.seq))) throw new DOMException("full", "QuotaExceededError");
  const line = `${JSON.stringify({ row, link, size: bytes.byteLength })}\n`;
  await writeFile([FOLDER, row.id], String(link.seq), new Blob([line, bytes]));
}

function parse(file: ArrayBuffer): CopiedLink | null {
  const bytes = new Uint8Array(file);
  const end = bytes.indexOf(NEWLINE);
  if (end < 0) return null;
  try {
    const { row, link, size } = v.parse(
      header,
      JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))),
    );
    const sound = file.slice(end + 1);
    if (size !== undefined && size !== sound.byteLength) return null;
    return { row, link: { ...link, bytes: sound } };
  } catch {
    return null;
  }
}

async function seqsOf(id: string): Promise<number[]> {
  const names = await namesIn([FOLDER, id]);
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
}

const read = async (id: string, seq: number) => parse(await readFile([FOLDER, id], String(seq)));

/** The ids of the parts that have copies; none where the browser has no files. */
export function copiedParts(): Promise<string[]> {
  return namesIn([FOLDER]).catch(() => []);
}

/** The copied links of a part. */
export function copiesOf(id: string): Copies<ChunkRow> {
  return {
    read: async (seq) => (await read(id, seq).catch(() => null))?.link ?? null,
    seqs: () => seqsOf(id).catch(() => []),
  };
}

/** The row after the newest link that was copied, or null. */
export async function copiedRow(id: string): Promise<RecordingRow | null> {
  for (const seq of (await seqsOf(id).catch(() => [])).reverse()) {
    const copied = await read(id, seq).catch(() => null);
    if (copied !== null) return copied.row;
  }
  return null;
}
