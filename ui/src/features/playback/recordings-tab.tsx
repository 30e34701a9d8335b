/** The recordings tab: playback, download, deletion. */
import { useState } from "react";
import { Button } from "#components/button.tsx";
import { AlertDialog } from "#components/dialog/dialog.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Notice } from "#components/layout/notice.tsx";
import { useLazyPart } from "#components/loading.ts";
import { Spinner } from "#components/spinner.tsx";
import textClasses from "#components/text.module.css";
import { showToast } from "#components/toast/toast-store.ts";
import { recordingMessages } from "#content/messages.ts";
import { checkedEntry, isMeasured } from "./checked.ts";
import { RecordingItem } from "./recording-item.tsx";
import { countText, newestFirst, type RecordingEntry } from "./recording-list.ts";
import { notRead, sizeText } from "./recording-words.ts";
import { StorageNote } from "./storage-note.tsx";
import { useChecks } from "./use-checks.ts";
import { useRecordings } from "./use-recordings.ts";

const NONE: readonly RecordingEntry[] = [];

/** The recordings to delete, and the question that confirms it. */
type Deletion = { readonly entries: readonly RecordingEntry[]; readonly question: string };

/** Loaded late: few people ever need it. The service worker keeps it, so that it needs no connection either. */
const loadPackageDialog = async () => (await import("./package/package-dialog.tsx")).PackageDialog;

type RecordingsTabProps = {
  /** Does the deletion, perhaps after a code. */
  readonly mayDelete: (remove: () => void) => void;
};

/** Lists the recordings; deletion asks for confirmation. */
export function RecordingsTab({ mayDelete }: RecordingsTabProps) {
  const { entries, isWhole, playing, togglePlay, download, remove } = useRecordings();
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  /** The emergency whose package is made. */
  const [packaged, setPackaged] = useState<string | null>(null);
  const PackageDialog = useLazyPart(loadPackageDialog, packaged !== null, () => {
    setPackaged(null);
    showToast(recordingMessages.downloadFailed);
  });
  const found = useChecks(entries ?? NONE);
  if (entries === null) return <Spinner label="Loading..." />;
  const shown = newestFirst(entries.map((entry) => checkedEntry(entry, found.get(entry.id))));
  const isMeasuredAll = shown.every((entry) => isMeasured(entry, found.get(entry.id)));
  const bytes = shown.reduce((sum, entry) => sum + entry.bytes, 0);
  const finished = shown.filter((entry) => !entry.isRecording);
  return (
    <div className={layoutClasses.stack}>
      {isWhole ? (
        <p className={textClasses.strong}>
          {countText(entries.length)}
          {isMeasuredAll && `, ${sizeText(bytes)} in total`}
        </p>
      ) : (
        <Notice tone="bad" role="alert">
          {notRead}
        </Notice>
      )}
      {entries.length === 0 && isWhole && (
        <p className={textClasses.soft}>Nothing was recorded on this device.</p>
      )}
      <ul className={layoutClasses.stack}>
        {shown.map((entry) => (
          <RecordingItem
            key={entry.id}
            entry={entry}
            found={found.get(entry.id)}
            isPlaying={playing === entry.id}
            onTogglePlay={() => togglePlay(entry)}
            onDownload={() => download(entry)}
            onPackage={() => setPackaged(entry.id)}
            onDelete={() =>
              setDeletion({ entries: [entry], question: recordingMessages.deleteOne })
            }
          />
        ))}
      </ul>
      {finished.length > 0 && (
        <Button
          tone="danger"
          onClick={() => setDeletion({ entries: finished, question: recordingMessages.deleteAll })}
        >
          Clear All Recordings
        </Button>
      )}
      <StorageNote />
      {PackageDialog !== null && packaged !== null && (
        <PackageDialog
          emergencyEventId={packaged}
          sizeText={sizeText}
          onClose={() => setPackaged(null)}
        />
      )}
      <AlertDialog
        isOpen={deletion !== null}
        title="Delete?"
        description={deletion?.question ?? ""}
        confirmLabel="Delete"
        tone="danger"
        onConfirm={() => {
          setDeletion(null);
          if (deletion) mayDelete(() => remove(deletion.entries));
        }}
        onCancel={() => setDeletion(null)}
      />
    </div>
  );
}
