/** Writes the length into a copy of a WAV recording, which is recorded without one. */
import { WAV_HEAD } from "#platform/sound/wav.ts";

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
