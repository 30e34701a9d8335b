/** A film of a fingertip for the fake camera, with or without a pulse. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const width = 160;
const height = 120;
const framesPerSecond = 30;
/** The film begins again after it, so a whole number of beats must fit. */
const seconds = 10;

/** A film (YUV4MPEG2) of one red colour, which gets darker with each beat; at 0 beats a minute it is a still picture. */
function film(bpm: number): Buffer {
  const luma = width * height;
  const chroma = luma / 4;
  const parts = [
    Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420\n`),
  ];
  for (let index = 0; index < framesPerSecond * seconds; index += 1) {
    const phase = ((index / framesPerSecond) * bpm) / 60;
    const beat = Math.exp(-((((phase % 1) - 0.3) / 0.12) ** 2));
    const frame = Buffer.alloc(luma + 2 * chroma);
    frame.fill(Math.round(84 - (bpm === 0 ? 0 : 12 * beat)), 0, luma);
    frame.fill(98, luma, luma + chroma);
    frame.fill(203, luma + chroma);
    parts.push(Buffer.from("FRAME\n"), frame);
  }
  return Buffer.concat(parts);
}

/** The browser's flag for a camera that sees such a film; the file stands in the server's folder. */
export const fingertipFlag =
  (bpm: number) =>
  async ({ folder }: { readonly folder: string }): Promise<string[]> => {
    const file = join(folder, "fingertip.y4m");
    await writeFile(file, film(bpm));
    return [`--use-file-for-fake-video-capture=${file}`];
  };
