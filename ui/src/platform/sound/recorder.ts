/**
 * Records a stream in chunks of one second, of which the first comes early. Whoever listens along with an emergency's recorder
 * does not open the microphone again.
 */
import { recordingLimits } from "#content/limits.ts";
import { observable } from "#platform/observable.ts";
import { canCapture, closeStream } from "./microphone.ts";
import { type RecorderListener, type SoundRecorder, WAV_TYPE } from "./sound-recorder.ts";

const START_MS = 2_000;

/** The kinds of recorders that this browser has, the best first: MIME types, where "" is the browser's own choice. */
export function recorderTypes(): readonly string[] {
  const wav = canCapture() ? [WAV_TYPE] : [];
  if (typeof MediaRecorder === "undefined") return wav;
  const types = recordingLimits.mimeTypes.filter((type) => MediaRecorder.isTypeSupported(type));
  return [...(types.length === 0 ? [""] : types), ...wav];
}

/** Starts a recorder of one of these types; resolves when recording has started, and rejects when it cannot. */
async function startRecorder(
  stream: MediaStream,
  mimeType: string,
  listener: RecorderListener,
): Promise<SoundRecorder> {
  if (mimeType === WAV_TYPE) {
    // Few phones need it. The service worker keeps it, so that it needs no connection either.
    const { startWavRecorder } = await import("./wav-recorder.ts");
    return startWavRecorder(stream, listener);
  }
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
      // Without a microphone it stops, too, which may be told before its track's own event.
      broken(stream.active ? "failed" : "ended");
    });
  });
  const ask = () => recorder.state === "recording" && recorder.requestData();
  recorder.addEventListener("dataavailable", ({ data }) => {
    if (data.size > 0) return listener.onPiece(data);
    listener.onEmpty();
    // Safari hands out whole fragments of its own, and one that was not ready would lie there for another second.
    if (isWanted) setTimeout(ask, recordingLimits.askAgainMs);
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
    recorder.addEventListener("start", () => {
      setTimeout(ask, recordingLimits.firstChunkMs);
      resolve({ mimeType: recorder.mimeType, stop });
    });
    recorder.start(recordingLimits.chunkMs);
  });
}

const recorded = observable<MediaStream | null>(null);

/** Starts a recorder as `startRecorder` does; once it runs, its stream can be listened to. */
export const startSharedRecorder: typeof startRecorder = async (stream, mimeType, listener) => {
  const recorder = await startRecorder(stream, mimeType, listener);
  recorded.set(stream);
  return recorder;
};

/** Closes a stream's tracks; nobody can listen to it any more. */
export function closeSharedStream(stream: MediaStream): void {
  closeStream(stream);
  if (recorded.get() === stream) recorded.set(null);
}

/** The stream of the recorder that runs; null while none does. */
export const recordedSound = recorded.get;

/** Calls back after each change of it, and not in the recorder's own course; returns how to stop. */
export function onRecordedSound(listener: () => void): () => void {
  return recorded.subscribe(() => queueMicrotask(listener));
}
