/** An emergency of several parts in the evidence database, as the app stores it: two seconds of sound in each, and a gap between. */
import { makePackage } from "#features/playback/package/make-package.ts";
import {
  type ChunkRow,
  chunksOfRecording,
  deleteRecording,
  findRecording,
  keepChunk,
  keepRecording,
  type RecordingRow,
} from "#store/app-database.ts";
import { CHAIN_START, gapBytes, seal } from "#store/evidence/evidence-chain.ts";
import * as keeping from "#store/evidence/evidence-keeping.ts";
import { joinedBytes, webmFile } from "#test/sound-files.ts";

/** The emergency's id. */
export const storedEmergency = "emergency";

/** When the first part begins. */
const BEGUN = Date.parse("2026-11-21T10:00:00.000Z");
/** Seconds of sound in a part. */
const SECONDS = 2;
/** The sentence of each gap. */
export const gapSentence = 'The page was reloaded, after "Restart".';

/** The bytes of each link of a part: a gap before all but the first part, then sound. */
function contentsOf(
  part: number,
  sentence = gapSentence,
): readonly { kind: "sound" | "gap"; bytes: ArrayBuffer }[] {
  const { header, second } = webmFile({});
  const sound = Array.from({ length: SECONDS }, (_, index) => ({
    kind: "sound" as const,
    bytes: (index === 0 ? joinedBytes([header, second(0)]) : second(index)).buffer,
  }));
  return part === 1 ? sound : [{ kind: "gap", bytes: gapBytes(sentence) }, ...sound];
}

async function storePart(
  part: number,
  previousHead: string,
  sentence: string | undefined,
): Promise<string> {
  const begun = BEGUN + (part - 1) * 10_000;
  let row: RecordingRow = {
    id: `id-${part}`,
    emergencyEventId: storedEmergency,
    part,
    mimeType: "audio/webm;codecs=opus",
    recordedAt: new Date(begun).toISOString(),
    duration: 0,
    bytes: 0,
    status: "stopped",
    isProcessed: true,
    head: previousHead,
    previousHead,
  };
  for (const [seq, { kind, bytes }] of contentsOf(part, sentence).entries()) {
    const ms = (seq + 1) * 1_000 + 0.5;
    const link = await seal(row.head, { seq, kind, at: begun + Math.floor(ms), mono: ms, bytes });
    const isSound = kind === "sound";
    row = {
      ...row,
      head: link.chain,
      bytes: row.bytes + (isSound ? bytes.byteLength : 0),
      duration: row.duration + (isSound ? 1 : 0),
    };
    await keeping.keepChunk(row, { ...link, recordingId: row.id });
  }
  await keeping.keepRecording(row);
  return row.head;
}

/** Stores so many parts; `sentences` has those that stand in the place of a part's gap. */
export async function storeEmergency(
  parts: number,
  sentences: ReadonlyMap<number, string> = new Map(),
): Promise<void> {
  let head = CHAIN_START;
  for (let part = 1; part <= parts; part += 1) {
    head = await storePart(part, head, sentences.get(part));
  }
}

/** Writes the links of a part anew, as somebody with the device's database might; the row stays as it is, but for what `rowAfter` changes. */
export async function rewriteLinks(
  id: string,
  change: (links: readonly ChunkRow[]) => readonly ChunkRow[],
  rowAfter: (row: RecordingRow, links: readonly ChunkRow[]) => RecordingRow = (row) => row,
): Promise<void> {
  const row = await findRecording(id);
  if (row === undefined) throw new Error(`There is no ${id}.`);
  const links = change(await chunksOfRecording(id));
  await deleteRecording(id);
  for (const link of links) await keepChunk(row, link);
  await keepRecording(rowAfter(row, links));
}

/** The package of the stored emergency. */
export async function packStored(): Promise<Uint8Array> {
  const archive = await makePackage({
    emergencyEventId: storedEmergency,
    withDetails: false,
    made: new Date("2026-11-22T08:00:00.000Z"),
    browser: "A browser",
    origin: "https://example.com",
    keep: async (piece) => piece,
    onStep: () => undefined,
    signal: new AbortController().signal,
  });
  return new Uint8Array(await archive.arrayBuffer());
}
