/** Joins files into one archive (ZIP, stored as they are). Sound is read a piece at a time and never all in memory. */

/** A file with a name. */
export interface NamedFile {
  readonly name: string;
  readonly content: Blob;
}

/** No bytes. */
const NONE = new Uint8Array();

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  return value;
});

/** As much of a file as is in memory at once. */
const PIECE_BYTES = 1_048_576;

async function checksum(content: Blob): Promise<number> {
  let value = 0xffffffff;
  for (let at = 0; at < content.size; at += PIECE_BYTES) {
    const piece = new Uint8Array(await content.slice(at, at + PIECE_BYTES).arrayBuffer());
    for (const byte of piece) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0);
  }
  return ~value >>> 0;
}

/** A number and its width. */
type Field = readonly [value: number, bytes: 2 | 4 | 8];

/** Numbers, the lowest byte first. */
function record(...fields: readonly Field[]) {
  const bytes = fields.flatMap(([value, width]) =>
    Array.from({ length: width }, (_, at) => Math.floor(value / 256 ** at) % 256),
  );
  return Uint8Array.from(bytes);
}

const [VERSION, WIDE_VERSION] = [20, 45];
/** The names are UTF-8. */
const FLAGS = 0x0800;
/** 1 January 1980: the format has no other way to say that there is no date. */
const [TIME, DATE] = [0, 0x21];
/** The highest numbers of 2 and 4 bytes say that the number itself stands in a wider field. */
const [ELSEWHERE_2, ELSEWHERE_4] = [0xffff, 0xffffffff];

/** The wider fields of a file (4.5.3). */
const wider = (...values: readonly number[]) =>
  record([1, 2], [values.length * 8, 2], ...values.map((value) => [value, 8] as const));

/** What a file's header and its entry in the directory have in common. */
const facts = (sum: number, size: number, name: Uint8Array, more: Uint8Array): readonly Field[] => [
  [more.length === 0 ? VERSION : WIDE_VERSION, 2],
  [FLAGS, 2],
  [0, 2],
  [TIME, 2],
  [DATE, 2],
  [sum, 4],
  [size, 4],
  [size, 4],
  [name.length, 2],
  [more.length, 2],
];

/** The end of an archive, whose directory is at `at`. */
function ending(count: number, size: number, at: number, isWide: boolean): readonly BlobPart[] {
  const narrow = (...[inTwo, inFour, place]: readonly [number, number, number]) =>
    record(
      ...([
        [0x06054b50, 4],
        [0, 2],
        [0, 2],
      ] as const),
      ...([
        [inTwo, 2],
        [inTwo, 2],
        [inFour, 4],
        [place, 4],
        [0, 2],
      ] as const),
    );
  if (!isWide) return [narrow(count, size, at)];
  const wide = record(
    ...([
      [0x06064b50, 4],
      [44, 8],
      [WIDE_VERSION, 2],
      [WIDE_VERSION, 2],
      [0, 4],
      [0, 4],
    ] as const),
    ...([
      [count, 8],
      [count, 8],
      [size, 8],
      [at, 8],
    ] as const),
  );
  const locator = record([0x07064b50, 4], [0, 4], [at + size, 8], [1, 4]);
  return [wide, locator, narrow(ELSEWHERE_2, ELSEWHERE_4, ELSEWHERE_4)];
}

/**
 * The archive of these files, whose names must differ (APPNOTE.TXT, 4.3). Sizes and places of `most` and more stand in the
 * wider fields of ZIP64. Rejects when a file cannot be read.
 */
export async function zipOf(files: readonly NamedFile[], most = ELSEWHERE_4): Promise<Blob> {
  const pieces: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let [at, directorySize] = [0, 0];
  for (const { name: text, content } of files) {
    const name = new TextEncoder().encode(text);
    const { size } = content;
    const sum = await checksum(content);
    const isWide = size >= most || at >= most;
    const [here, there] = isWide ? [wider(size, size), wider(size, size, at)] : [NONE, NONE];
    const [shownSize, shownAt] = isWide ? [ELSEWHERE_4, ELSEWHERE_4] : [size, at];
    const header = record([0x04034b50, 4], ...facts(sum, shownSize, name, here));
    const entry = record(
      ...([
        [0x02014b50, 4],
        [WIDE_VERSION, 2],
      ] as const),
      ...facts(sum, shownSize, name, there),
      ...([
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
        [shownAt, 4],
      ] as const),
    );
    pieces.push(header, name, here, content);
    directory.push(entry, name, there);
    at += header.length + name.length + here.length + size;
    directorySize += entry.length + name.length + there.length;
  }
  const isWide = Math.max(at, directorySize) >= most || files.length >= ELSEWHERE_2;
  const end = ending(files.length, directorySize, at, isWide);
  return new Blob([...pieces, ...directory, ...end], { type: "application/zip" });
}
