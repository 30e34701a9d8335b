/** A recording in the list. */
import { Button } from "#components/button.tsx";
import { Card } from "#components/layout/card.tsx";
import textClasses from "#components/text.module.css";
import { confirmedText, type Found, isLost, verdictOf } from "./checked.ts";
import { durationText, partsText, type RecordingEntry } from "./recording-list.ts";
import { sizeText, whenText } from "./recording-words.ts";
import classes from "./recordings.module.css";

/** How a verdict looks. */
const verdictClasses = {
  good: classes.good,
  bad: textClasses.trouble,
  note: textClasses.soft,
} as const;

type RecordingItemProps = {
  /** The recording as it is shown. */
  readonly entry: RecordingEntry;
  readonly found: Found;
  readonly isPlaying: boolean;
  readonly onTogglePlay: () => void;
  readonly onDownload: () => void;
  readonly onPackage: () => void;
  readonly onDelete: () => void;
};

/**
 * A recording that is still running has no buttons, and one that is lost can only be deleted. A copy alone has no chain that
 * a package could show.
 */
export function RecordingItem(props: RecordingItemProps) {
  const { entry, found, isPlaying, onTogglePlay, onDownload, onPackage, onDelete } = props;
  const when = whenText(new Date(entry.recordedAt), new Date());
  const name = entry.isChecked ? `recording of ${when}` : `recording, not checked, of ${when}`;
  const between = partsText(entry);
  const verdict = verdictOf(entry, found);
  const hasSound = !isLost(entry, found);
  const confirmed = entry.isRecording || !hasSound ? null : confirmedText(found);
  return (
    <li>
      <Card className={classes.item}>
        <div className={classes.head}>
          <h3 className={classes.title}>Emergency Recording</h3>
          {!entry.isProcessed && <span className={classes.badge}>Raw</span>}
        </div>
        <p className={classes.facts}>
          {!entry.isChecked && <span>Not checked:</span>}
          <time dateTime={entry.recordedAt}>{when}</time>
          {hasSound && <span>{durationText(entry.duration)}</span>}
          {hasSound && <span>{sizeText(entry.bytes)}</span>}
        </p>
        {between !== null && hasSound && <p className={textClasses.soft}>{between}</p>}
        {verdict !== null && <p className={verdictClasses[verdict.standing]}>{verdict.text}</p>}
        {confirmed !== null && <p className={textClasses.soft}>{confirmed}</p>}
        {entry.parts.map(
          ({ id, transcription }) =>
            transcription !== undefined && (
              <p key={id} className={classes.transcription}>
                {transcription}
              </p>
            ),
        )}
        {entry.isRecording ? (
          <p className={textClasses.soft}>Still recording</p>
        ) : (
          <div className={classes.actions}>
            {hasSound && (
              <Button
                tone="secondary"
                onClick={onTogglePlay}
                aria-label={`${isPlaying ? "Stop" : "Play"} ${name}`}
              >
                {isPlaying ? "Stop" : "Play"}
              </Button>
            )}
            {hasSound && (
              <Button tone="secondary" onClick={onDownload} aria-label={`Download ${name}`}>
                Download
              </Button>
            )}
            {hasSound && found !== null && (
              <Button
                tone="secondary"
                onClick={onPackage}
                aria-label={`Evidence package of ${name}`}
              >
                Evidence package
              </Button>
            )}
            <Button tone="quiet" onClick={onDelete} aria-label={`Delete ${name}`}>
              Delete
            </Button>
          </div>
        )}
      </Card>
    </li>
  );
}
