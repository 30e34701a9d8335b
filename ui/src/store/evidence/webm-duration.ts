/** Writes the duration into a copy of a WebM recording, which browsers record without one. */

const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TIMECODE_SCALE = 0x2ad7b1;
const DURATION = 0x4489;

interface Element {
  readonly id: number;
  readonly start: number;
  readonly body: number;
  /** Where it ends; the end of the file when the size is unknown. */
  readonly end: number;
  readonly isUnknown: boolean;
  /** Whether the bytes end before it does. */
  readonly isCut: boolean;
}

/** Reads the element at `at` (RFC 8794 sections 4 to 6), or null when the bytes are cut short. */
function elementAt(bytes: Uint8Array, at: number, limit: number): Element | null {
  const first = bytes[at] ?? 0;
  const idLength = Math.clz32(first) - 23;
  if (first === 0 || idLength > 4 || at + idLength >= limit) {
    return null;
  }
  let id = 0;
  for (let index = 0; index < idLength; index += 1) {
    id = id * 256 + (bytes[at + index] ?? 0);
  }
  const sizeAt = at + idLength;
  const sizeFirst = bytes[sizeAt] ?? 0;
  const sizeLength = Math.clz32(sizeFirst) - 23;
  if (sizeFirst === 0 || sizeAt + sizeLength > limit) {
    return null;
  }
  let size = sizeFirst & (0xff >> sizeLength);
  let isUnknown = size === 0xff >> sizeLength;
  for (let index = 1; index < sizeLength; index += 1) {
    const byte = bytes[sizeAt + index] ?? 0;
    isUnknown = isUnknown && byte === 0xff;
    size = size * 256 + byte;
  }
  const body = sizeAt + sizeLength;
  const end = isUnknown ? limit : Math.min(limit, body + size);
  return { id, start: at, body, end, isUnknown, isCut: !isUnknown && body + size > limit };
}

function childOf(bytes: Uint8Array, parent: Element, id: number): Element | null {
  let at = parent.body;
  while (at < parent.end) {
    const child = elementAt(bytes, at, parent.end);
    if (child === null || child.id === id) {
      return child;
    }
    at = child.end;
  }
  return null;
}

/** A size of eight bytes, which any element may have. */
function eightByteSize(size: number): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(size));
  bytes[0] = 0x01;
  return bytes;
}

function joined(...pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** The unsigned number in an element's body; TimecodeScale's default is a million nanoseconds. */
function scaleOf(bytes: Uint8Array, element: Element | null): number {
  if (element === null) {
    return 1_000_000;
  }
  return bytes.subarray(element.body, element.end).reduce((sum, byte) => sum * 256 + byte, 0);
}

/**
 * A copy of `bytes`, the beginning of a file, whose Info element says `seconds`. Returned as it was when it is not WebM,
 * when Info is not all there, or when the segment's size is fixed (growing Info would then need every offset mended).
 */
export function withDuration(bytes: Uint8Array, seconds: number): Uint8Array<ArrayBuffer> {
  const header = elementAt(bytes, 0, bytes.length);
  const segment = header && elementAt(bytes, header.end, bytes.length);
  const isOpenSegment = segment?.id === SEGMENT && segment.isUnknown;
  const info = segment && isOpenSegment ? childOf(bytes, segment, INFO) : null;
  if (info === null || info.isCut) {
    return joined(bytes);
  }
  const ticks = (seconds * 1e9) / scaleOf(bytes, childOf(bytes, info, TIMECODE_SCALE));
  const known = childOf(bytes, info, DURATION);
  if (known !== null) {
    const copy = joined(bytes);
    const view = new DataView(copy.buffer, known.body, known.end - known.body);
    if (view.byteLength === 8) {
      view.setFloat64(0, ticks);
    } else if (view.byteLength === 4) {
      view.setFloat32(0, ticks);
    }
    return copy;
  }
  const duration = new Uint8Array(11);
  duration.set([DURATION >> 8, DURATION & 0xff, 0x88]);
  new DataView(duration.buffer).setFloat64(3, ticks);
  return joined(
    bytes.subarray(0, info.start + 4),
    eightByteSize(info.end - info.body + duration.length),
    bytes.subarray(info.body, info.end),
    duration,
    bytes.subarray(info.end),
  );
}
