/** How much sound the bytes of a recording hold, read from the file itself: a header alone is none. */
import { mp4Sound } from "./mp4-length.ts";
import type { SoundFormat } from "./sound-format.ts";
import { webmSound } from "./webm-length.ts";

/** Takes the next bytes of a file; gives the milliseconds of sound so far, or null where the bytes do not say. */
export type SoundLength = (bytes: ArrayBuffer) => number | null;

const EBML = 0x1a45dfa3;
const RIFF = 0x52494646;
const FTYP = 0x66747970;
const WAV_HEAD = 44;

/** Samples without an encoder: all bytes after the header. */
function wavSound(): SoundFormat {
  let [bytesPerSecond, count, coming] = [0, 0, 0];
  return {
    read: (view) => {
      if (bytesPerSecond > 0) {
        coming = view.byteLength;
        return view.byteLength;
      }
      if (view.byteLength < WAV_HEAD) return 0;
      bytesPerSecond = view.getUint32(28, true) || 1;
      return WAV_HEAD;
    },
    arrived: () => {
      count += coming;
      coming = 0;
      return bytesPerSecond === 0 ? 0 : (count * 1_000) / bytesPerSecond;
    },
  };
}

/** The format of a file that begins so; null for one that is not known. */
function formatOf(view: DataView, withPauses: boolean): SoundFormat | null {
  if (view.byteLength < 8) return null;
  const first = view.getUint32(0);
  if (first === EBML) return webmSound(withPauses);
  if (first === RIFF) return wavSound();
  return view.getUint32(4) === FTYP ? mp4Sound() : null;
}

function joined(before: Uint8Array, next: ArrayBuffer): Uint8Array {
  if (before.length === 0) return new Uint8Array(next);
  const all = new Uint8Array(before.length + next.byteLength);
  all.set(before);
  all.set(new Uint8Array(next), before.length);
  return all;
}

/**
 * Begins to read a file. Bytes that make no sense end it: from then on the answer is null. `withPauses` is for the length that a
 * WebM's header has: while a device sleeps its times go on, without sound.
 */
export function soundLength(withPauses = false): SoundLength {
  let format: SoundFormat | null | undefined;
  let rest: Uint8Array = new Uint8Array();
  /** How many bytes are done with that have not come yet. */
  let ahead = 0;
  let ms = 0;
  /** Reads what has come; false when it makes no sense. */
  const read = (known: SoundFormat) => {
    while (rest.length > 0) {
      const view = new DataView(rest.buffer, rest.byteOffset, rest.byteLength);
      const done = ahead || known.read(view);
      if (done === null) return false;
      if (done === 0) return true;
      ahead = Math.max(0, done - rest.length);
      rest = rest.subarray(done);
      if (ahead === 0) ms = known.arrived();
    }
    return true;
  };
  return (bytes) => {
    if (format === null) return null;
    rest = joined(rest, bytes);
    format ??= formatOf(new DataView(rest.buffer), withPauses);
    if (format !== null && !read(format)) format = null;
    // What is left over must not keep what was read before it.
    rest = rest.slice();
    return format === null ? null : ms;
  };
}
