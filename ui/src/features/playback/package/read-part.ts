/** Reads a part of a recording for the package, a few seconds at a time. */
import { soundExtension } from "#platform/sound/sound-extension.ts";
import type { ChunkRow } from "#store/app-database.ts";
import { type Examination, type OpenPart, openPart, piecesOf } from "#store/evidence/evidence.ts";
import type { Followed } from "#store/evidence/evidence-walk.ts";
import { soundLength } from "#store/evidence/media-length.ts";
import { withLength } from "#store/evidence/playable-sound.ts";
import type { GrowingFile } from "./growing-file.ts";
import { linkRow } from "./tables.ts";

/** Something that happened while a part was recorded. */
export interface PartEvent {
  /** By the device's clock, in epoch milliseconds. */
  readonly at: number;
  readonly type: "began" | "gap" | "ended";
  readonly number: number;
  /** The sentence about a gap. */
  readonly sentence: string;
}

/** What the package has of a part. */
export interface PackagedPart {
  readonly number: number;
  readonly id: string;
  readonly type: string;
  readonly startsFrom: string;
  readonly head: string;
  readonly seconds: number;
  readonly events: readonly PartEvent[];
  readonly originalName: string;
  readonly original: Blob;
  /** Null where there is nothing to hear. */
  readonly playable: Blob | null;
  readonly playableName: string;
  /** How many bytes at its beginning are other ones in the playable copy, which is longer or shorter by them. */
  readonly headerBytes: number;
}

/** Where the links of all parts are written. */
export interface Tables {
  readonly links: GrowingFile;
  readonly gaps: GrowingFile;
  readonly keep: (piece: Blob) => Promise<Blob>;
}

/** Writes down a part's links as they come. */
function linkNotes(number: number, { links, gaps }: Tables) {
  const events: PartEvent[] = [];
  let [offset, lastAt]: [number, number | null] = [0, null];
  const length = soundLength(true);
  let ms: number | null = null;
  const note = async (link: ChunkRow) => {
    const { kind, at, bytes } = link;
    await links.add(linkRow(number, link, kind === "gap" ? gaps.size() : offset));
    if (kind === "gap") {
      const sentence = new TextDecoder().decode(bytes);
      events.push({ at, type: "gap", number, sentence });
      await gaps.add(bytes);
      await gaps.add("\n");
      return;
    }
    offset += bytes.byteLength;
    lastAt = at;
    ms = length(bytes);
  };
  /** What happened, in its order; the sound began at `began`. */
  const eventsSince = (began: number | null): readonly PartEvent[] => {
    if (began === null || lastAt === null) return events;
    const [first, last] = [
      { at: began, type: "began", number, sentence: "" },
      { at: lastAt, type: "ended", number, sentence: "" },
    ] as const;
    const opening = events.filter(({ at }) => at <= began);
    return [...opening, first, ...events.slice(opening.length), last];
  };
  return { note, eventsSince, fileMs: () => ms };
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

/** The first piece with the file's length in it, and how many bytes of the piece are not in it. */
async function mended(first: Blob, found: { readonly seconds: number; readonly bytes: number }) {
  const head = await withLength(first, found);
  const [before, after] = await Promise.all([bytesOf(first), bytesOf(head)]);
  let same = 0;
  while (same < before.length && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { head, headerBytes: before.length - same };
}

/** What a whole file's playable copy says of itself: its length has the pauses, where the file tells them. */
const fileOf = ({ seconds, bytes, isAltered, missingSeconds }: Examination, ms: number | null) => ({
  bytes,
  seconds: ms === null || isAltered || missingSeconds > 0 ? seconds : ms / 1_000,
});

async function* noted(
  links: OpenPart["links"],
  note: (link: ChunkRow) => Promise<void>,
): AsyncGenerator<Followed<ChunkRow>, void> {
  for await (const one of links) {
    await note(one.link);
    yield one;
  }
}

/** Reads a part and writes its links into the tables. Rejects when it could not be read to its end. */
export async function readPart(id: string, number: number, tables: Tables): Promise<PackagedPart> {
  const part = await openPart(id);
  if (part === null) throw new Error("The part is gone.");
  const { mimeType, previousHead, head } = part.row;
  const { note, eventsSince, fileMs } = linkNotes(number, tables);
  const tapped = { ...part, links: noted(part.links, note) };
  const { found, pieces } = await piecesOf(tapped, tables.keep, soundLength());
  if (!found.isRead) throw new Error("The part could not be read.");
  const [first, ...rest] = pieces;
  const name = `part-${number}.${soundExtension(mimeType)}`;
  const copy =
    first !== undefined && found.seconds > 0 ? await mended(first, fileOf(found, fileMs())) : null;
  return {
    number,
    id,
    type: mimeType,
    startsFrom: previousHead,
    head,
    seconds: found.seconds,
    events: eventsSince(found.at),
    originalName: `original/${name}`,
    original: new Blob(pieces),
    playable: copy === null ? null : new Blob([copy.head, ...rest]),
    playableName: `playable/${name}`,
    headerBytes: copy?.headerBytes ?? 0,
  };
}
