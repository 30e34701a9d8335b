/** Plays one recording at a time, all its parts in their order. */
import { useEffect, useRef, useState } from "react";
import { showToast } from "#components/toast/toast-store.ts";
import { recordingMessages } from "#content/messages.ts";
import { playSounds } from "#platform/sound/playback.ts";
import { nextPlaying, type PlaybackEvent, type Playing } from "./machine.ts";
import type { RecordedPart, RecordingEntry } from "./recording-list.ts";
import { playbackIncomplete } from "./recording-words.ts";
import { playedSound } from "./sounds.ts";

/** Collects the parts that were skipped, so that several in a row are told together. */
function skippedParts(count: number) {
  let untold: number[] = [];
  let [heard, read] = [0, 0];
  const tell = () => {
    if (untold.length > 0) showToast(playbackIncomplete(untold, count));
    untold = [];
  };
  const nothingHeard = () =>
    showToast(read === 0 ? recordingMessages.playbackFailed : recordingMessages.playbackError);
  return {
    read: () => {
      read += 1;
    },
    skipped: (place: number) => {
      untold.push(place);
    },
    began: () => {
      heard += 1;
      tell();
    },
    finished: () => (heard === 0 ? nothingHeard() : tell()),
  };
}

/** Plays these parts; returns how to stop. */
function playParts(parts: readonly RecordedPart[], onFinished: () => void): () => void {
  const skipping = skippedParts(parts.length);
  const load = async (index: number, signal: AbortSignal) => {
    const part = parts[index];
    if (part === undefined) throw new Error("There is no such part.");
    const loaded = await playedSound(part, signal);
    skipping.read();
    return loaded;
  };
  const finished = () => {
    skipping.finished();
    onFinished();
  };
  return playSounds(parts.length, load, { ...skipping, finished });
}

/** What plays, and how that is changed; `report` is for what happens to recordings elsewhere. */
export function usePlayback() {
  const [playing, setPlaying] = useState<Playing>(null);
  const current = useRef<Playing>(null);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);

  const report = (event: PlaybackEvent) => {
    const next = nextPlaying(current.current, event);
    if (next !== current.current) stop.current();
    current.current = next;
    setPlaying(next);
  };
  const togglePlay = ({ id, sounding }: RecordingEntry) => {
    report({ type: "pressed", id });
    if (current.current !== id) return;
    stop.current = playParts(sounding, () => report({ type: "finished", id }));
  };
  return { playing, report, togglePlay };
}
