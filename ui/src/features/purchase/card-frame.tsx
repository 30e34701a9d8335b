/** The frame of the card form: the same size while it is prepared, so that nothing moves when it appears. */
import type { ReactNode } from "react";
import { Button } from "#components/button.tsx";
import { Icon } from "#components/icon.tsx";
import { Notice } from "#components/layout/notice.tsx";
import { paymentNotSetUp, paymentOffline } from "#content/shop-messages.ts";
import classes from "./payment.module.css";

type MissingNoticeProps = {
  /** Why there is no form, in a sentence. */
  readonly reason: string;
  readonly role?: "alert";
  readonly onRetry: (() => void) | undefined;
};

/** What is said in the place of the card form when there is none. With `onRetry` there is a button that tries again. */
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

const nothing = () => undefined;

/** The dark box around `children`, which lie over each other. The provider's theme is dark in light mode too. */
export function CardFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <p className={classes.title}>
        <Icon name="lock" />
        Card details, for Stripe alone
      </p>
      <div className={classes.place}>
        {[paymentOffline, paymentNotSetUp].map((reason) => (
          <div key={reason} className={classes.room} aria-hidden="true">
            <MissingNotice reason={reason} onRetry={nothing} />
          </div>
        ))}
        {children}
      </div>
    </div>
  );
}
