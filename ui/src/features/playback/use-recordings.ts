/** The list of recordings, refreshed every two seconds, and its actions. */
import { useCallback, useEffect, useRef, useState } from "react";
import { showToast } from "#components/toast-store.ts";
import { recordingLimits } from "#content/limits.ts";
import { recordingMessages } from "#content/messages.ts";
import { dataUrlBlob } from "#platform/data-url.ts";
import { downloadFile, soundExtension } from "#platform/download.ts";
import { playSounds } from "#platform/playback.ts";
import { deleteEvidence, listEvidence } from "#store/evidence.ts";
import { playableSound } from "#store/playable-sound.ts";
import { recordingsRecord } from "#store/recordings.ts";
import { forgetPieces } from "#store/sound-pieces.ts";
import { nextPlaying, type PlaybackEvent, type Playing } from "./machine.ts";
import {
  entriesOf,
  fileName,
  type RecordedPart,
  type RecordingEntry,
  unionOf,
} from "./recording-list.ts";

/** The list and its actions. */
export interface Recordings {
  /** Null until it is loaded. */
  readonly entries: readonly RecordingEntry[] | null;
  readonly playing: Playing;
  readonly togglePlay: (entry: RecordingEntry) => void;
  readonly download: (entry: RecordingEntry) => void;
  /** Deletes recordings permanently. */
  readonly remove: (entries: readonly RecordingEntry[]) => void;
}

/** The sound of a part, from the database and its copies or from the local list; `isLong` keeps it out of memory. */
async function soundOf(part: RecordedPart, isLong: boolean): Promise<Blob> {
  const kept = await playableSound(part.id, isLong);
  if (kept !== null) return kept;
  const copy = recordingsRecord.read().find((one) => one.id === part.id)?.audioBlob;
  const blob = copy ? dataUrlBlob(copy) : null;
  if (blob === null) throw new Error("The part has no sound.");
  return blob;
}

/** The sounds of a recording's parts that have one; rejects when none has. */
async function soundsOf({ parts, bytes }: RecordingEntry) {
  const isLong = bytes >= recordingLimits.longBytes;
  const sounds: { readonly part: RecordedPart; readonly sound: Blob }[] = [];
  // One after the other: each is read a few seconds at a time.
  for (const part of parts) {
    const sound = await soundOf(part, isLong).catch(() => null);
    if (sound !== null) sounds.push({ part, sound });
  }
  if (sounds.length === 0) throw new Error("The recording has no sound.");
  return sounds;
}

/** Reads rows without their sound, because the list is refreshed during a recording too. */
export function useRecordings(): Recordings {
  const [entries, setEntries] = useState<readonly RecordingEntry[] | null>(null);
  const refresh = useCallback(async () => {
    const rows = await listEvidence().catch(() => []);
    setEntries(entriesOf(unionOf(rows, recordingsRecord.read())));
  }, []);
  useEffect(() => {
    // Of an earlier visit that was cut off.
    void forgetPieces();
    void refresh();
    const timer = setInterval(() => void refresh(), recordingLimits.listRefreshMs);
    return () => clearInterval(timer);
  }, [refresh]);
  const { playing, report, togglePlay } = usePlayback();

  const download = (entry: RecordingEntry) => {
    soundsOf(entry).then(
      (sounds) => {
        for (const { part, sound } of sounds) {
          downloadFile(sound, fileName(part, soundExtension(part.mimeType)));
        }
      },
      () => showToast(recordingMessages.downloadFailed),
    );
  };
  const remove = async (gone: readonly RecordingEntry[]) => {
    for (const { id, parts } of gone) {
      report({ type: "removed", id });
      for (const part of parts) await deleteEvidence(part.id);
    }
    await forgetPieces();
    await refresh();
  };
  return { entries, playing, togglePlay, download, remove: (gone) => void remove(gone) };
}

function usePlayback() {
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
  const play = async (entry: RecordingEntry) => {
    const { id } = entry;
    try {
      const sounds = await soundsOf(entry);
      if (current.current !== id) return;
      const inOrder = sounds.map(({ sound }) => sound);
      stop.current = playSounds(inOrder, {
        finished: () => report({ type: "finished", id }),
        failed: () => {
          report({ type: "failed", id });
          showToast(recordingMessages.playbackError);
        },
      });
    } catch {
      report({ type: "failed", id });
      showToast(recordingMessages.playbackFailed);
    }
  };
  const togglePlay = (entry: RecordingEntry) => {
    report({ type: "pressed", id: entry.id });
    if (current.current === entry.id) void play(entry);
  };
  return { playing, report, togglePlay };
}
