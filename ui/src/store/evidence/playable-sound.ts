/** Sound as it is played and downloaded. No emergency needs it. */
import { openPart, piecesOf } from "./evidence.ts";
import { soundLength } from "./media-length.ts";
import type { PieceKeeper } from "./sound-pieces.ts";
import { withWavLength } from "./wav-length.ts";
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
  const { found, pieces } = await piecesOf(part, keep, soundLength());
  const [first, ...rest] = pieces;
  if (first === undefined || found.seconds === 0) return null;
  return new Blob([await withLength(first, found), ...rest], { type: part.row.mimeType });
}
