/** Sound as it is played and downloaded. No emergency needs it. */

import { WAV_HEAD } from "#platform/sound/wav.ts";
import { openPart, piecesOf } from "./evidence.ts";
import { soundLength } from "./media-length.ts";
import type { PieceKeeper } from "./sound-pieces.ts";
import { withDuration } from "./webm-duration.ts";

/** The first piece of a file with the file's length in its header. */
export async function withLength(
  first: Blob,
  { seconds, bytes }: { readonly seconds: number; readonly bytes: number },
): Promise<Blob> {
  const beginning = new Uint8Array(await first.arrayBuffer());
  return new Blob([withWavLength(withDuration(beginning, seconds), bytes)]);
}

/**
 * A copy of a part's sound with its duration, for playback and download; null where there is no sound, or a header alone.
 * Its pieces are where `keep` takes them.
 */
export async function playableSound(id: string, keep: PieceKeeper["keep"]): Promise<Blob | null> {
  const part = await openPart(id);
  if (part === null) return null;
  const { found, pieces } = await piecesOf(part, keep, soundLength(true));
  const [first, ...rest] = pieces;
  if (first === undefined || found.seconds === 0) return null;
  return new Blob([await withLength(first, found), ...rest], { type: part.row.mimeType });
}

/** A copy of a file's beginning that says how long the file is, `size` bytes in all; other formats come back as they were. */
export function withWavLength(
  beginning: Uint8Array<ArrayBuffer>,
  size: number,
): Uint8Array<ArrayBuffer> {
  const name = new TextDecoder().decode(beginning.subarray(0, 4));
  if (beginning.length < WAV_HEAD || name !== "RIFF") return beginning;
  const copy = beginning.slice();
  const view = new DataView(copy.buffer);
  view.setUint32(4, size - 8, true);
  view.setUint32(40, size - WAV_HEAD, true);
  return copy;
}
