/** A fingertip before the camera: a still picture of the browser's own device, or one with a pulse that keeps time. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const width = 160;
const height = 120;

/** The browser's flag for a camera that sees a still red picture (YUV4MPEG2); its file stands in the server's folder. */
export async function stillFingertip({ folder }: { readonly folder: string }): Promise<string[]> {
  const luma = width * height;
  const chroma = luma / 4;
  const frame = Buffer.alloc(luma + 2 * chroma);
  frame.fill(84, 0, luma);
  frame.fill(98, luma, luma + chroma);
  frame.fill(203, luma + chroma);
  const file = join(folder, "fingertip.y4m");
  const header = `YUV4MPEG2 W${width} H${height} F30:1 Ip A1:1 C420\n`;
  await writeFile(
    file,
    Buffer.concat([
      Buffer.from(header),
      Buffer.from("FRAME\n"),
      frame,
      Buffer.from("FRAME\n"),
      frame,
    ]),
  );
  return [`--use-file-for-fake-video-capture=${file}`];
}

/**
 * Runs in the page: the camera sees a red picture that gets darker with each beat. Its colour follows the clock: the browser's
 * own device shows every picture of a film, so on a busy machine the film, and the pulse in it, would be slower.
 */
export function beatingFingertip(bpm: number) {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("This browser draws nothing.");
  const draw = () => {
    const phase = ((performance.now() / 60_000) * bpm) % 1;
    const darker = 14 * Math.exp(-(((phase - 0.3) / 0.12) ** 2));
    context.fillStyle = `rgb(${200 - darker} ${30 - darker} ${20 - darker})`;
    context.fillRect(0, 0, canvas.width, canvas.height);
  };
  // On the prototype: WebKit may forget what was set on the object.
  MediaDevices.prototype.getUserMedia = async () => {
    setInterval(draw, 33);
    return canvas.captureStream();
  };
}
