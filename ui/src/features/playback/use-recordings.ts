/** The list of recordings, refreshed every two seconds, and its actions. */
import { useCallback, useEffect, useState } from "react";
import { showToast } from "#components/toast/toast-store.ts";
import { recordingLimits } from "#content/limits.ts";
import { recordingMessages } from "#content/messages.ts";
import { downloadFiles, soundExtension } from "#platform/storage/download.ts";
import { deleteEvidence } from "#store/evidence/evidence-deleting.ts";
import { listEvidence } from "#store/evidence/evidence-rows.ts";
import { recordingsRecord } from "#store/evidence/recordings.ts";
import { forgetPieces } from "#store/evidence/sound-pieces.ts";
import type { Playing } from "./machine.ts";
import { entriesOf, fileName, type RecordingEntry, unionOf } from "./recording-list.ts";
import { downloadIncomplete } from "./recording-words.ts";
import { soundsOf } from "./sounds.ts";
import { usePlayback } from "./use-playback.ts";

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

/** Downloads a recording as one file; gives what is to be said of the parts that it lacks, null when it is whole. */
async function downloadEntry(entry: RecordingEntry) {
  const { sounds, missing, forget } = await soundsOf(entry);
  const files = sounds.map(({ part, sound }) => ({
    name: `${fileName(part)}.${soundExtension(part.mimeType)}`,
    content: sound,
  }));
  await downloadFiles(files, fileName(entry), forget).catch((error) => {
    forget();
    throw error;
  });
  return missing.length === 0 ? null : downloadIncomplete(missing, entry.sounding.length);
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
    downloadEntry(entry).then(
      (incomplete) => incomplete && showToast(incomplete),
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
