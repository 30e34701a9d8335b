/** The sound that is recorded for an emergency, shared with listening, so that the microphone is not opened twice. */

import { observable } from "#platform/observable.ts";
import { closeStream } from "./microphone.ts";
import { startRecorder } from "./recorder.ts";

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
