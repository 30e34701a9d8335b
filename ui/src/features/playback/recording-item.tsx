/** A recording in the list. */
import { Button } from "#components/button.tsx";
import { Card } from "#components/card.tsx";
import { durationText, type RecordingEntry } from "./recording-list.ts";
import classes from "./recordings.module.css";
import { sizeText } from "./size-text.ts";

type RecordingItemProps = {
  readonly entry: RecordingEntry;
  readonly isPlaying: boolean;
  readonly onTogglePlay: () => void;
  readonly onDownload: () => void;
  readonly onDelete: () => void;
};

/** A recording that is still running has no buttons. */
export function RecordingItem(props: RecordingItemProps) {
  const { entry, isPlaying, onTogglePlay, onDownload, onDelete } = props;
  const when = new Date(entry.recordedAt);
  const time = when.toLocaleTimeString();
  const name = `recording of ${when.toLocaleDateString()}, ${time}`;
  return (
    <li>
      <Card className={classes.item}>
        <div className={classes.head}>
          <h3 className={classes.title}>Emergency Recording</h3>
          {!entry.isProcessed && <span className={classes.badge}>Raw</span>}
        </div>
        <p className={classes.facts}>
          <span>{sizeText(entry.bytes)}</span>
          <span>{durationText(entry.duration)}</span>
          <time dateTime={entry.recordedAt}>
            {when.toLocaleDateString()} {time}
          </time>
        </p>
        {entry.transcription !== undefined && (
          <p className={classes.transcription}>{entry.transcription}</p>
        )}
        {entry.isRecording ? (
          <p className={classes.note}>Still recording</p>
        ) : (
          <div className={classes.actions}>
            <Button
              tone="secondary"
              onClick={onTogglePlay}
              aria-label={`${isPlaying ? "Stop" : "Play"} ${name}`}
            >
              {isPlaying ? "Stop" : "Play"}
            </Button>
            <Button tone="secondary" onClick={onDownload} aria-label={`Download ${name}`}>
              Download
            </Button>
            <Button tone="quiet" onClick={onDelete} aria-label={`Delete ${name}`}>
              Delete
            </Button>
          </div>
        )}
      </Card>
    </li>
  );
}
