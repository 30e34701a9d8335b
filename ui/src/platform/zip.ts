/** Joins files into one archive (ZIP, stored as they are). Sound is read a piece at a time and never all in memory. */

/** A file with a name. */
export interface NamedFile {
  readonly name: string;
  readonly content: Blob;
}

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

/** Numbers of 2 or 4 bytes, the lowest byte first. */
function record(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]) {
  const bytes = fields.flatMap(([value, width]) =>
    [0, 8, 16, 24].slice(0, width).map((shift) => (value >>> shift) & 0xff),
  );
  return Uint8Array.from(bytes);
}

const VERSION = 20;
/** The names are UTF-8. */
const FLAGS = 0x0800;
/** 1 January 1980: the format has no other way to say that there is no date. */
const [TIME, DATE] = [0, 0x21];

/** The archive of these files, whose names must differ (APPNOTE.TXT, 4.3). Rejects when one cannot be read. */
export async function zipOf(files: readonly NamedFile[]): Promise<Blob> {
  const pieces: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let [at, directorySize] = [0, 0];
  for (const { name, content } of files) {
    const bytes = new TextEncoder().encode(name);
    const size = content.size;
    const common = [
      ...([
        [VERSION, 2],
        [FLAGS, 2],
        [0, 2],
        [TIME, 2],
        [DATE, 2],
      ] as const),
      ...([
        [await checksum(content), 4],
        [size, 4],
        [size, 4],
        [bytes.length, 2],
        [0, 2],
      ] as const),
    ];
    pieces.push(record([0x04034b50, 4], ...common), bytes, content);
    const place = [
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [at, 4],
    ] as const;
    directory.push(record([0x02014b50, 4], [VERSION, 2], ...common, ...place), bytes);
    at += 30 + bytes.length + size;
    directorySize += 46 + bytes.length;
  }
  const count = files.length;
  const end = record(
    ...([
      [0x06054b50, 4],
      [0, 2],
      [0, 2],
      [count, 2],
      [count, 2],
    ] as const),
    ...([
      [directorySize, 4],
      [at, 4],
      [0, 2],
    ] as const),
  );
  return new Blob([...pieces, ...directory, end], { type: "application/zip" });
}
