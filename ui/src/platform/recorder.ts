/** Records a stream in chunks of one second. */
import { recordingLimits } from "#content/limits.ts";

const START_MS = 2_000;

/** The callbacks of a recorder. */
export interface RecorderListener {
  /** A chunk, in order; together they are one playable file. */
  readonly onPiece: (piece: Blob) => void;
  /** The recorder ended by itself: the stream broke or the browser gave up. */
  readonly onBroken: (reason: "ended" | "muted" | "failed") => void;
}

/** A running recorder. */
export interface SoundRecorder {
  readonly mimeType: string;
  /** Stops it; resolves after the last chunk. */
  readonly stop: () => Promise<void>;
}

function bestType(): string {
  return recordingLimits.mimeTypes.find((type) => MediaRecorder.isTypeSupported(type)) ?? "";
}

/** Starts recording; resolves when recording has started, and rejects when it cannot. */
export async function startRecorder(
  stream: MediaStream,
  listener: RecorderListener,
): Promise<SoundRecorder> {
  const mimeType = bestType();
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: recordingLimits.bitsPerSecond,
    ...(mimeType === "" ? {} : { mimeType }),
  });
  let isWanted = true;
  const broken = (reason: "ended" | "muted" | "failed") => {
    if (isWanted) {
      isWanted = false;
      listener.onBroken(reason);
    }
  };
  const stopped = new Promise<void>((resolve) => {
    recorder.addEventListener("stop", () => {
      resolve();
      broken("ended");
    });
  });
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size > 0) {
      listener.onPiece(data);
    }
  });
  recorder.addEventListener("error", () => broken("failed"));
  for (const track of stream.getAudioTracks()) {
    track.addEventListener("ended", () => broken("ended"));
    track.addEventListener("mute", () => broken("muted"));
  }
  const stop = () => {
    isWanted = false;
    if (recorder.state === "inactive") {
      return Promise.resolve();
    }
    recorder.stop();
    return stopped;
  };
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error("The recorder did not start"));
    recorder.addEventListener("error", failed);
    // A dead stream fires neither event.
    setTimeout(failed, START_MS);
    recorder.addEventListener("start", () => resolve({ mimeType: recorder.mimeType, stop }));
    recorder.start(recordingLimits.chunkMs);
  });
}
