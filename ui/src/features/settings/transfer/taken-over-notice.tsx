/** What was taken over, what became of the clipboard, and what is still to do. */
import { useEffect, useRef } from "react";
import { Button } from "#components/button.tsx";
import { Notice } from "#components/layout/notice.tsx";
import * as paths from "#content/paths.ts";
import { useHasAccess } from "#store/access/access.ts";
import { hasOwnPin } from "#store/settings/own-pin.ts";
import { settingsRecord } from "#store/settings/settings.ts";
import { EmptyClipboard } from "./empty-clipboard.tsx";
import classes from "./transfer.module.css";
import type { Transferred } from "./transfer-rules.ts";
import { GONE_TEXT } from "./transfer-words.ts";
import { TransferredList } from "./transferred-list.tsx";

type TakenOverProps = {
  readonly transferred: Transferred;
  /** Null until the browser has answered. */
  readonly isEmptied: boolean | null;
  readonly onDone: (() => void) | undefined;
};

/** Everything here has happened. */
export function TakenOver({ transferred, isEmptied, onDone }: TakenOverProps) {
  const hasAccess = useHasAccess();
  const hasPin = hasOwnPin(settingsRecord.use());
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={classes.stack}>
      <h3 ref={heading} tabIndex={-1} className={classes.heading}>
        Saved in this app
      </h3>
      <TransferredList transferred={transferred} />
      {isEmptied ? (
        <p>{GONE_TEXT}</p>
      ) : (
        <>
          <Notice>
            {isEmptied === null
              ? "The text may still be on the clipboard."
              : "The text is still on the clipboard."}
          </Notice>
          <EmptyClipboard />
        </>
      )}
      {!hasPin && <p>Your PIN did not come along. Choose one here.</p>}
      {!hasAccess && (
        <p>
          Your purchase or gift did not come along either.{" "}
          <a href={paths.verify}>Verify it once with your e-mail address.</a> An emergency works
          without it.
        </p>
      )}
      {onDone && <Button onClick={onDone}>Continue</Button>}
    </div>
  );
}
