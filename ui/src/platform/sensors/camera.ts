/** The camera as a light meter: the mean colour of each frame. No frame is kept or leaves this file. */
import type { Frame } from "#content/frame.ts";
import { captureProblem, closeStream } from "#platform/sound/microphone.ts";

/** Why the camera did not open. */
export type CameraProblem = "denied" | "missing" | "busy";

/** Thrown when the camera does not open. */
export class CameraError extends Error {
  override readonly name = "CameraError";
  readonly reason: CameraProblem;

  constructor(reason: CameraProblem, cause: unknown) {
    super(`The camera did not open: ${reason}`, { cause });
    this.reason = reason;
  }
}

/** The callbacks of an open camera. */
export interface CameraEvents {
  readonly onFrame: (frame: Frame) => void;
  /** Another app took it, or the person withdrew the permission. */
  readonly onLost: () => void;
}

/** An open camera. */
export interface Camera {
  /** What it sees; frames come only while this is in the document. */
  readonly preview: HTMLVideoElement;
  readonly close: () => void;
}

/** The camera on the back; few pixels are enough, because only their mean counts. */
const WANTED: MediaTrackConstraints = {
  facingMode: { ideal: "environment" },
  width: { ideal: 320 },
  height: { ideal: 240 },
  frameRate: { ideal: 30 },
};

async function askForCamera(): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ video: WANTED });
  } catch (error) {
    // A page without a secure origin has no media devices at all.
    const isAbsent = navigator.mediaDevices === undefined;
    throw new CameraError(isAbsent ? "missing" : (captureProblem(error) ?? "busy"), error);
  }
}

/** Switches the light beside the camera on, where there is one that a page may use. It goes off with the camera. */
function lightUp(track: MediaStreamTrack): void {
  const can = track.getCapabilities?.() as { readonly torch?: boolean } | undefined;
  if (can?.torch !== true) return;
  const constraints = { advanced: [{ torch: true } as MediaTrackConstraintSet] };
  track.applyConstraints(constraints).catch(() => undefined);
}

/** Frames are drawn this small before their pixels are read. */
const WIDTH = 48;
const HEIGHT = 36;

/** Returns what reads the mean colour of the video's frame at a time. */
function colourReader(video: HTMLVideoElement): (at: number) => Frame | null {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d", { alpha: false, willReadFrequently: true });
  return (at) => {
    if (context === null) return null;
    context.drawImage(video, 0, 0, WIDTH, HEIGHT);
    const { data } = context.getImageData(0, 0, WIDTH, HEIGHT);
    const sums = [0, 0, 0, 0];
    data.forEach((value, index) => {
      sums[index % 4] = (sums[index % 4] ?? 0) + value;
    });
    const [red, green, blue] = sums.map((sum) => sum / (WIDTH * HEIGHT));
    return { at, red: red ?? 0, green: green ?? 0, blue: blue ?? 0 };
  };
}

/** Calls back for each new frame with its time; returns how to stop. */
function onFrames(video: HTMLVideoElement, listener: (at: number) => void): () => void {
  let isOver = false;
  const nextFrame = () =>
    video.requestVideoFrameCallback((now, { captureTime }) => {
      if (isOver) return;
      listener(captureTime ?? now);
      nextFrame();
    });
  // Older browsers: each painted frame may show a new one of the camera.
  let lastTime = -1;
  const nextPaint = () =>
    requestAnimationFrame((now) => {
      if (isOver) return;
      if (video.currentTime !== lastTime) listener(now);
      lastTime = video.currentTime;
      nextPaint();
    });
  if ("requestVideoFrameCallback" in video) nextFrame();
  else nextPaint();
  return () => {
    isOver = true;
  };
}

/** Opens the camera, for which the browser may ask the person; throws a `CameraError`. */
export async function openCamera({ onFrame, onLost }: CameraEvents): Promise<Camera> {
  const stream = await askForCamera();
  const preview = document.createElement("video");
  preview.muted = true;
  preview.playsInline = true;
  preview.srcObject = stream;
  const read = colourReader(preview);
  const stop = onFrames(preview, (at) => {
    const frame = read(at);
    if (frame !== null) onFrame(frame);
  });
  for (const track of stream.getVideoTracks()) {
    track.addEventListener("ended", onLost);
    lightUp(track);
  }
  // It plays once it is in the document; one that is closed before never does.
  preview.play().catch(() => undefined);
  return {
    preview,
    close: () => {
      stop();
      closeStream(stream);
      preview.srcObject = null;
    },
  };
}
