/** A recording in the list. */
import { Button } from "#components/button.tsx";
import { Card } from "#components/card.tsx";
import { durationText, partsText, type RecordingEntry, secondsText } from "./recording-list.ts";
import classes from "./recordings.module.css";
import { sizeText } from "./size-text.ts";
import { useCheck } from "./use-check.ts";
import { whenText } from "./when-text.ts";

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
  const when = whenText(new Date(entry.recordedAt), new Date());
  const name = `recording of ${when}`;
  const between = partsText(entry);
  return (
    <li>
      <Card className={classes.item}>
        <div className={classes.head}>
          <h3 className={classes.title}>Emergency Recording</h3>
          {!entry.isProcessed && <span className={classes.badge}>Raw</span>}
        </div>
        <p className={classes.facts}>
          <time dateTime={entry.recordedAt}>{when}</time>
          <span>{durationText(entry.duration)}</span>
          <span>{sizeText(entry.bytes)}</span>
        </p>
        {between !== null && <p className={classes.note}>{between}</p>}
        <CheckResult entry={entry} />
        {entry.parts.map(
          ({ id, transcription }) =>
            transcription !== undefined && (
              <p key={id} className={classes.transcription}>
                {transcription}
              </p>
            ),
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

/** What the check of the hash chain found; nothing before it was computed. */
function CheckResult({ entry }: { readonly entry: RecordingEntry }) {
  const check = useCheck(entry);
  if (check === undefined || check === null) return null;
  const { isAltered, missingSeconds } = check;
  if (!isAltered && missingSeconds === 0) {
    return <p className={classes.good}>Unchanged since recorded</p>;
  }
  const are = missingSeconds === 1 ? "is" : "are";
  return (
    <p className={classes.bad}>
      {isAltered && "Changed since recorded"}
      {isAltered && missingSeconds > 0 && ". "}
      {missingSeconds > 0 && `${secondsText(missingSeconds)} ${are} missing`}
    </p>
  );
}
