/** What a pasted text says, before anything of it is stored. */
import { useEffect, useRef } from "react";
import { Button } from "#components/button.tsx";
import { Notice } from "#components/layout/notice.tsx";
import { saveMessages } from "#content/messages.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import classes from "./transfer.module.css";
import { replacedBy, type Transferred } from "./transfer-rules.ts";
import { replacedText } from "./transfer-words.ts";
import { TransferredList } from "./transferred-list.tsx";

type PastePreviewProps = {
  readonly transferred: Transferred;
  readonly isStoring: boolean;
  readonly hasFailed: boolean;
  readonly onTake: () => void;
  readonly onCancel: () => void;
};

/** Asks before it replaces what was set up here. */
export function PastePreview(props: PastePreviewProps) {
  const { transferred, isStoring, hasFailed, onTake, onCancel } = props;
  const replaced = replacedBy(transferred, settingsRecord.use());
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const word = replaced.length === 0 ? "Take this over" : "Replace and save";
  return (
    <div className={classes.stack}>
      <h3 ref={heading} tabIndex={-1} className={classes.heading}>
        This was copied. Is it yours?
      </h3>
      <TransferredList transferred={transferred} />
      {replaced.length > 0 && <Notice>{replacedText(replaced)}</Notice>}
      {hasFailed && (
        <Notice tone="bad" role="alert">
          {saveMessages.settingsFailed.description}
        </Notice>
      )}
      <div className={classes.row}>
        <Button disabled={isStoring} onClick={onTake}>
          {isStoring ? "Saving..." : word}
        </Button>
        <Button tone="secondary" disabled={isStoring} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
