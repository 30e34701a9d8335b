/** A trained phrase, and a microphone that only one engine may have, for tests in the browser. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { WIDTH } from "../src/features/voice/spotter/feature-stream.ts";
import { patience } from "./phone.ts";

/** A page, whatever drives its browser. */
interface AnyPage {
  readonly evaluate: <T, Given>(run: (given: Given) => T | Promise<T>, given: Given) => Promise<T>;
}

/** Keeps the trained phrase "purple umbrella" on an open app page. With threshold 0 nothing passes for it, with 1.5 any sound does. */
export async function keepPhrase(page: Page | AnyPage, threshold: number): Promise<void> {
  const evaluate: AnyPage["evaluate"] = (run, given) => (page as AnyPage).evaluate(run, given);
  // The app must create the database: opening it before would create an empty one.
  const databases = () =>
    evaluate(async () => (await indexedDB.databases()).map(({ name }) => name), null);
  await expect.poll(databases, patience).toContain("evidence");
  await evaluate(
    async ({ width, limit }) => {
      const take = new Float32Array(20 * width);
      const phrase = { phrase: "purple umbrella", takes: [[take], [take]], threshold: limit };
      const opening = indexedDB.open("evidence");
      await new Promise<void>((resolve) => {
        opening.onsuccess = () => {
          const tx = opening.result.transaction("state", "readwrite");
          tx.objectStore("state").put({ ...phrase, strength: "strong" }, "voice-phrase");
          tx.oncomplete = () => resolve();
        };
      });
      opening.result.close();
    },
    { width: WIDTH, limit: threshold },
  );
}

/** Runs in the page: notes whether the first recorder got a microphone that the page asked for, or a copy of one that was open. */
export function noteRecorded() {
  const { mediaDevices } = navigator;
  // An empty page has none.
  if (mediaDevices === undefined) return;
  const world = window as Window & { recorded?: string };
  const asked = new Set<MediaStreamTrack>();
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    for (const track of stream.getTracks()) asked.add(track);
    return stream;
  };
  const { start } = MediaRecorder.prototype;
  MediaRecorder.prototype.start = function (this: MediaRecorder, timeslice) {
    const isAsked = this.stream.getTracks().some((track) => asked.has(track));
    world.recorded ??= isAsked ? "asked for" : "copied";
    start.call(this, timeslice);
  };
}

/** Runs in the page: what was noted; undefined where no recorder was started. */
export const recorded = () => (window as unknown as { recorded?: string }).recorded;

/** Runs in the page: as on Android, a microphone that is opened during recognition is silent, without an error. */
export function deafWhileListening() {
  const world = window as unknown as { isRecognising: () => boolean };
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    if (!world.isRecognising()) return stream;
    const audio = new AudioContext();
    const silence = audio.createMediaStreamDestination();
    audio
      .createMediaStreamSource(stream)
      .connect(new GainNode(audio, { gain: 0 }))
      .connect(silence);
    return silence.stream;
  };
}

/** Runs in the page: a microphone far from what sounds, so that nobody seems to speak into it. */
export function quietMicrophone() {
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    const audio = new AudioContext();
    const quiet = audio.createMediaStreamDestination();
    audio
      .createMediaStreamSource(stream)
      .connect(new GainNode(audio, { gain: 0.02 }))
      .connect(quiet);
    return quiet.stream;
  };
}
