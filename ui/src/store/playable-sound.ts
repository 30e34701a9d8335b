/** Sound as it is played and downloaded. No emergency needs it. */
import { openPart, piecesOf } from "./evidence.ts";
import { setAside } from "./sound-pieces.ts";
import { withWavLength } from "./wav-length.ts";
import { withDuration } from "./webm-duration.ts";

/** A copy of a part's sound with its duration, for playback and download; `isLong` keeps it out of memory. */
export async function playableSound(id: string, isLong: boolean): Promise<Blob | null> {
  const part = await openPart(id);
  if (part === null) return null;
  const { found, pieces } = await piecesOf(part, async (piece) =>
    isLong ? setAside(piece) : piece,
  );
  const [first, ...rest] = pieces;
  if (first === undefined) return null;
  const beginning = new Uint8Array(await first.arrayBuffer());
  const head = withWavLength(withDuration(beginning, found.seconds), found.bytes);
  return new Blob([head, ...rest], { type: part.row.mimeType });
}
