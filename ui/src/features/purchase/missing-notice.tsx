/** What is said in the place of the card form when there is none. */
import { Button } from "#components/button.tsx";
import { Notice } from "#components/layout/notice.tsx";
import classes from "./payment.module.css";

type MissingNoticeProps = {
  /** Why there is no form, in a sentence. */
  readonly reason: string;
  readonly role?: "alert";
  readonly onRetry: (() => void) | undefined;
};

/** With `onRetry` there is a button that tries again. */
export function MissingNotice({ reason, role, onRetry }: MissingNoticeProps) {
  return (
    <Notice tone="bad" {...(role === undefined ? {} : { role })}>
      <div className={classes.missing}>
        <p>{reason}</p>
        {onRetry !== undefined && (
          <Button tone="secondary" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </Notice>
  );
}
