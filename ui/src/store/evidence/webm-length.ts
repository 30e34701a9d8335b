/** The sound of a WebM file (RFC 9559): each block in a cluster has a time. */
import { LONGEST_SOUND_MS, type SoundFormat } from "./sound-format.ts";

const [SEGMENT, INFO, CLUSTER, GROUP] = [0x18538067, 0x1549a966, 0x1f43b675, 0xa0];
const [SCALE, CLUSTER_TIME, SIMPLE_BLOCK, BLOCK] = [0x2ad7b1, 0xe7, 0xa3, 0xa1];
/** A packet of Opus, until a second block tells how far blocks are apart. */
const PACKET_MS = 20;
/** A block's track, time and flags are among its first bytes, and every number fits into as many. */
const HEAD_BYTES = 8;

/** The element that begins a view (RFC 8794): where its body begins and how long that is; null when more bytes are needed. */
function elementOf(view: DataView) {
  const lengthAt = (at: number) =>
    at < view.byteLength ? Math.clz32(view.getUint8(at)) - 23 : Number.POSITIVE_INFINITY;
  const idLength = lengthAt(0);
  const from = idLength + lengthAt(idLength);
  if (from > view.byteLength) return null;
  const mask = 0xff >> (from - idLength);
  const first = view.getUint8(idLength) & mask;
  const size = numberOf(view, idLength + 1, from, first);
  const isOpen = size >= 2 ** (7 * (from - idLength)) - 1;
  return { id: numberOf(view, 0, idLength), from, end: from + size, isOpen };
}

function numberOf(view: DataView, from: number, to: number, start = 0): number {
  let value = start;
  for (let at = from; at < to; at += 1) value = value * 256 + view.getUint8(at);
  return value;
}

/** Begins to read such a file; `withPauses` counts them as players do. */
export function webmSound(withPauses: boolean): SoundFormat {
  let [nanosecondsPerTick, clusterTime, step, heard, ms] = [1_000_000, 0, PACKET_MS, 0, 0];
  let last: number | null = null;
  let coming: number | null = null;
  const inside = (view: DataView, id: number, from: number, end: number) => {
    if (id === SCALE) nanosecondsPerTick = numberOf(view, from, end);
    if (id === CLUSTER_TIME) clusterTime = numberOf(view, from, end);
    if (id !== SIMPLE_BLOCK && id !== BLOCK) return;
    const track = Math.clz32(view.getUint8(from)) - 23;
    coming = ((clusterTime + view.getInt16(from + track)) * nanosecondsPerTick) / 1e6;
  };
  return {
    read: (view) => {
      if (view.getUint8(0) === 0) return null;
      const element = elementOf(view);
      if (element === null) return 0;
      const { id, from, end, isOpen } = element;
      if ([SEGMENT, INFO, CLUSTER, GROUP].includes(id)) return from;
      if (isOpen) return null;
      const isNumber = id === SCALE || id === CLUSTER_TIME;
      const isBlock = id === SIMPLE_BLOCK || id === BLOCK;
      if ((isNumber && end - from > HEAD_BYTES) || (isBlock && end - from < 4)) return null;
      if ((isNumber || isBlock) && view.byteLength < Math.min(end, from + HEAD_BYTES)) return 0;
      inside(view, id, from, end);
      return end;
    },
    arrived: () => {
      if (coming !== null) {
        const passed = Math.max(0, coming - (last ?? coming));
        if (passed > 0 && passed <= LONGEST_SOUND_MS) step = passed;
        heard += withPauses ? passed : Math.min(passed, step);
        last = (last ?? coming) + passed;
        coming = null;
        ms = Math.max(ms, heard + step);
      }
      return ms;
    },
  };
}
