/** Small files of sound, built byte by byte: a header, and then seconds that follow it. */

type Bytes = Uint8Array<ArrayBuffer>;

/** A file that a test records. */
export interface SoundFile {
  readonly mimeType: string;
  readonly header: Bytes;
  /** The sound from this second to the next. */
  readonly second: (index: number) => Bytes;
}

/** The pieces as one. */
export function joinedBytes(pieces: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function big(value: number, width: number): number[] {
  return Array.from(
    { length: width },
    (_, index) => Math.floor(value / 256 ** (width - 1 - index)) % 256,
  );
}
const latin = (text: string) => [...text].map((character) => character.charCodeAt(0));

function box(name: string, ...content: (readonly number[])[]): number[] {
  const body = content.flat();
  return [...big(body.length + 8, 4), ...latin(name), ...body];
}
const full = (name: string, flags: number, ...content: (readonly number[])[]) =>
  box(name, big(flags, 4), ...content);

/** A fragmented MP4 with a hundred samples a second; `each` writes each sample's length, `usual` one for all in the header. */
export function mp4File(options: {
  scale: number;
  each?: boolean;
  usual?: number;
  isLong?: boolean;
}): SoundFile & { readonly empty: () => Bytes; readonly pausing: (seconds: number) => Bytes } {
  const { scale, each = false, usual = 0, isLong = false } = options;
  const times = isLong ? [...big(0, 16)] : big(0, 8);
  const length = big(0, isLong ? 8 : 4);
  const mdhd = full("mdhd", isLong ? 0x01000000 : 0, times, big(scale, 4), length, big(0, 4));
  const trex = full("trex", 0, big(1, 4), big(1, 4), big(usual, 4), big(0, 8));
  const hdlr = full("hdlr", 0, big(0, 4), latin("soun"), big(0, 13));
  const moov = box(
    "moov",
    full("mvhd", 0, big(0, 96)),
    box("trak", box("mdia", mdhd, hdlr)),
    box("mvex", trex),
  );
  const ftyp = box("ftyp", latin("iso5"), big(0, 4), latin("iso5mp41"));
  const fragment = (index: number, count: number, pause = 0) => {
    const ticks = scale / 100;
    const isSaid = !each && usual === 0;
    const tfhd = full("tfhd", isSaid ? 0x020008 : 0x020000, big(1, 4), isSaid ? big(ticks, 4) : []);
    const tfdt = full("tfdt", 0x01000000, big(index * scale, 8));
    const samples = Array.from({ length: count }, (_, at) => [
      ...(each ? big(at === count - 1 ? ticks + pause * scale : ticks, 4) : []),
      ...big(4, 4),
    ]);
    const trun = full("trun", each ? 0x301 : 0x201, big(count, 4), big(0, 4), samples.flat());
    const moof = box("moof", full("mfhd", 0, big(index + 1, 4)), box("traf", tfhd, tfdt, trun));
    return Uint8Array.from([...moof, ...box("mdat", Array(count * 4).fill(7))]);
  };
  return {
    mimeType: "audio/mp4",
    header: Uint8Array.from([...ftyp, ...moov]),
    second: (index) => fragment(index, 100),
    empty: () => fragment(0, 0),
    /** A second of sound whose last sample lasts this much longer. */
    pausing: (seconds) => fragment(0, 100, seconds),
  };
}

const OPEN = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const element = (id: readonly number[], content: readonly number[]) => [
  ...id,
  0x10,
  ...big(content.length, 3),
  ...content,
];
const PER_SECOND = 50;

/** A WebM with fifty blocks a second; `scale` is nanoseconds a tick, `clusterEvery` milliseconds, 0 for one cluster. */
export function webmFile(options: {
  scale?: number;
  clusterEvery?: number;
  isClosed?: boolean;
  inGroups?: boolean;
}): SoundFile {
  const { scale = 1_000_000, clusterEvery = 0, isClosed = false, inGroups = false } = options;
  const ticks = (ms: number) => (ms * 1e6) / scale;
  const info = element([0x15, 0x49, 0xa9, 0x66], element([0x2a, 0xd7, 0xb1], big(scale, 4)));
  const entry = element([0xae], [...element([0xd7], [1]), ...element([0x86], latin("A_OPUS"))]);
  const header = [
    ...element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], latin("webm"))),
    ...[0x18, 0x53, 0x80, 0x67, ...OPEN],
    ...info,
    ...element([0x16, 0x54, 0xae, 0x6b], entry),
  ];
  const block = (relative: number) => {
    const content = [0x81, ...big(relative, 2), 0x80, 1, 2, 3];
    return inGroups ? element([0xa0], element([0xa1], content)) : element([0xa3], content);
  };
  const second = (index: number) => {
    const clusterAt = clusterEvery === 0 ? 0 : index * 1_000;
    const time = element([0xe7], big(ticks(clusterAt), 4));
    const blocks = Array.from({ length: PER_SECOND }, (_, at) =>
      block(ticks(index * 1_000 + at * 20 - clusterAt)),
    ).flat();
    if (index > 0 && clusterEvery === 0) return Uint8Array.from(blocks);
    const id = [0x1f, 0x43, 0xb6, 0x75];
    const content = [...time, ...blocks];
    return Uint8Array.from(isClosed ? element(id, content) : [...id, ...OPEN, ...content]);
  };
  return { mimeType: "audio/webm;codecs=opus", header: Uint8Array.from(header), second };
}

/** The length that a WebM's header has, in ticks, written as eight bytes. */
export function webmDuration(bytes: Bytes): number {
  const at = bytes.findIndex(
    (byte, index) => byte === 0x44 && bytes[index + 1] === 0x89 && bytes[index + 2] === 0x88,
  );
  return new DataView(bytes.buffer, at + 3).getFloat64(0);
}

/** A WAV file of 16,000 samples a second. */
export function wavFile(): SoundFile {
  const header = new Uint8Array(44);
  header.set(latin("RIFF"));
  header.set(latin("WAVEfmt "), 8);
  new DataView(header.buffer).setUint32(28, 32_000, true);
  return { mimeType: "audio/wav", header, second: () => new Uint8Array(32_000).fill(3) };
}
