/** The list of recordings, refreshed every two seconds, and its actions; one recording plays at a time, all its parts in their order. */
import { useCallback, useEffect, useRef, useState } from "react";
import { showToast } from "#components/toast/toast-store.ts";
import { recordingLimits } from "#content/limits.ts";
import { recordingMessages } from "#content/messages.ts";
import { playSounds } from "#platform/sound/playback.ts";
import { soundExtension } from "#platform/sound/sound-extension.ts";
import { downloadFiles } from "#platform/storage/download.ts";
import { deleteEvidence } from "#store/evidence/evidence-deleting.ts";
import { findEvidence } from "#store/evidence/evidence-rows.ts";
import { recordingsRecord } from "#store/evidence/recordings.ts";
import { forgetPieces } from "#store/evidence/sound-pieces.ts";
import { nextPlaying, type PlaybackEvent, type Playing } from "./machine.ts";
import {
  entriesOf,
  fileName,
  type RecordedPart,
  type RecordingEntry,
  unionOf,
} from "./recording-list.ts";
import { downloadIncomplete, downloadWaits, playbackIncomplete } from "./recording-words.ts";
import { playedSound, soundsOf } from "./sounds.ts";

/** The list and its actions. */
export interface Recordings {
  /** Null until it is loaded. */
  readonly entries: readonly RecordingEntry[] | null;
  /** Whether the list has all there is: not while the database cannot be read. */
  readonly isWhole: boolean;
  readonly playing: Playing;
  readonly togglePlay: (entry: RecordingEntry) => void;
  readonly download: (entry: RecordingEntry) => void;
  /** Deletes recordings permanently, and says where some of it may be left. */
  readonly remove: (entries: readonly RecordingEntry[]) => void;
}

/** What was read for a download. */
type Read = ReturnType<typeof soundsOf>;

/** Downloads a recording; gives what is to be said of it, null when it is whole. */
async function downloadEntry(entry: RecordingEntry, read: Read) {
  const { sounds, missing, forget } = await read;
  const files = sounds.map(({ part, sound }) => ({
    name: `${fileName(part)}.${soundExtension(part.mimeType)}`,
    content: sound,
  }));
  await downloadFiles(files, fileName(entry), forget);
  return missing.length === 0 ? null : downloadIncomplete(missing, entry.sounding.length);
}

/** Deletes what was read, if anything was. */
const drop = (read: Read | undefined) =>
  void read?.then(({ forget }) => forget()).catch(() => null);

/** Downloads; holds what was read where a share sheet wants another tap, so that it then opens at once. */
function useDownload() {
  const held = useRef<{ readonly of: string; readonly read: Read }>(undefined);
  const forget = () => {
    drop(held.current?.read);
    held.current = undefined;
  };
  const download = (entry: RecordingEntry) => {
    // One that has grown is read anew.
    const of = `${entry.id} ${entry.bytes}`;
    if (held.current?.of !== of) forget();
    const read = held.current?.read ?? soundsOf(entry);
    held.current = undefined;
    downloadEntry(entry, read).then(
      (incomplete) => incomplete && showToast(incomplete),
      ({ name }: Error) => {
        // Who closes a share sheet knows that nothing was saved.
        if (name === "AbortError") return drop(read);
        if (name !== "NotAllowedError") {
          drop(read);
          return void showToast(recordingMessages.downloadFailed);
        }
        forget();
        held.current = { of, read };
        showToast(downloadWaits);
      },
    );
  };
  return { download, forget };
}

/** Reads rows without their sound, because the list is refreshed during a recording too. */
export function useRecordings(): Recordings {
  const [entries, setEntries] = useState<readonly RecordingEntry[] | null>(null);
  const [isWhole, setWhole] = useState(true);
  const refresh = useCallback(async () => {
    const found = await findEvidence().catch(() => ({ rows: [], isWhole: false }));
    setEntries(entriesOf(unionOf(found.rows, recordingsRecord.read())));
    setWhole(found.isWhole);
  }, []);
  useEffect(() => {
    // Of an earlier visit that was cut off.
    void forgetPieces();
    void refresh();
    const timer = setInterval(() => void refresh(), recordingLimits.listRefreshMs);
    return () => clearInterval(timer);
  }, [refresh]);
  const { playing, report, togglePlay } = usePlayback();
  const { download, forget } = useDownload();

  const remove = async (gone: readonly RecordingEntry[]) => {
    let isGone = true;
    for (const { id, parts } of gone) {
      report({ type: "removed", id });
      for (const part of parts) {
        // What the database refuses keeps nothing else from being deleted.
        await deleteEvidence(part.id).catch(() => {
          isGone = false;
        });
      }
    }
    if (!isGone) showToast(recordingMessages.deletionFailed);
    forget();
    await forgetPieces();
    await refresh();
  };
  return { entries, isWhole, playing, togglePlay, download, remove: (gone) => void remove(gone) };
}

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
  const togglePlay = ({ id, sounding }: RecordingEntry) => {
    report({ type: "pressed", id });
    if (current.current !== id) return;
    stop.current = playParts(sounding, () => report({ type: "finished", id }));
  };
  return { playing, report, togglePlay };
}
