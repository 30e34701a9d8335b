/** The sound of a fragmented MP4 (ISO/IEC 14496-12): each `moof` says how long the samples are that follow in the `mdat`. */
import { LONGEST_SOUND_MS, type SoundFormat } from "./sound-format.ts";

/** No header of a recording is as large. */
const LARGEST_HEAD = 1_000_000;
/** The samples of AAC, for a file that does not say how long each is. */
const USUAL_TICKS = 1_024;

const nameAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));

/** Calls back with each box, also those inside of others, and where its body begins. */
function eachBox(
  view: DataView,
  [from, to]: readonly [number, number],
  found: (name: string, at: number) => void,
): void {
  for (let at = from; at + 8 <= to; ) {
    const size = view.getUint32(at);
    if (size < 8 || at + size > to) return;
    const name = nameAt(view, at + 4);
    found(name, at + 8);
    if (["trak", "mdia", "mvex", "traf"].includes(name)) {
      eachBox(view, [at + 8, at + size], found);
    }
    at += size;
  }
}

const flagsAt = (view: DataView, at: number) => view.getUint32(at) & 0xffffff;
const widthOf = (flags: number, ...optional: number[]) =>
  4 * optional.filter((flag) => (flags & flag) !== 0).length;

/** The length of a run of samples, in ticks (8.8.8), without what lasts longer than `most`. */
function ticksOfRun(view: DataView, at: number, usual: number, most: number): number {
  const [flags, count] = [flagsAt(view, at), view.getUint32(at + 4)];
  if ((flags & 0x100) === 0) return count * usual;
  const width = widthOf(flags, 0x100, 0x200, 0x400, 0x800);
  const first = at + 8 + widthOf(flags, 1, 4);
  let sum = 0;
  for (let index = 0; index < count && first + index * width + 4 <= view.byteLength; index += 1) {
    const ticks = view.getUint32(first + index * width);
    if (ticks <= most) sum += ticks;
  }
  return sum;
}

/** The usual length of a sample by a fragment's header (8.8.7), or `otherwise`. */
function usualTicks(view: DataView, at: number, otherwise: number): number {
  const flags = flagsAt(view, at);
  if ((flags & 8) === 0) return otherwise;
  return view.getUint32(at + 8 + (flags & 1 ? 8 : 0) + widthOf(flags, 2));
}

/** Begins to read such a file. */
export function mp4Sound(): SoundFormat {
  let [ticksPerSecond, usual, announced, coming, ticks] = [1_000, 0, 0, 0, 0];
  let isFragmented = false;
  const head = (view: DataView, size: number) =>
    eachBox(view, [8, size], (name, at) => {
      if (name === "mdhd") {
        const isLong = view.getUint8(at) === 1;
        ticksPerSecond = view.getUint32(at + (isLong ? 20 : 12)) || ticksPerSecond;
      }
      if (name === "trex") usual = view.getUint32(at + 12);
    });
  const fragment = (view: DataView, size: number) => {
    isFragmented = true;
    let mine = usual;
    const most = (ticksPerSecond * LONGEST_SOUND_MS) / 1_000;
    eachBox(view, [8, size], (name, at) => {
      if (name === "tfhd") mine = usualTicks(view, at, usual);
      if (name === "trun") announced += ticksOfRun(view, at, mine || USUAL_TICKS, most);
    });
  };
  return {
    read: (view) => {
      if (view.byteLength < 8) return 0;
      const [short, name] = [view.getUint32(0), nameAt(view, 4)];
      if (short === 1 && view.byteLength < 16) return 0;
      const size = short === 1 ? Number(view.getBigUint64(8)) : short;
      if (size < 8 || !/^[ -~]{4}$/.test(name)) return null;
      const isHead = name === "moov" || name === "moof";
      if (isHead && size > LARGEST_HEAD) return null;
      if (isHead && view.byteLength < size) return 0;
      if (name === "moov") head(view, size);
      if (name === "moof") fragment(view, size);
      if (name === "mdat") {
        // A file that is not in fragments says only at its end what it holds.
        if (size > 8 && !isFragmented) return null;
        [coming, announced] = [size > 8 ? announced : 0, 0];
      }
      return size;
    },
    arrived: () => {
      ticks += coming;
      coming = 0;
      return (ticks * 1_000) / ticksPerSecond;
    },
  };
}
