/** The frame of the card form: the same size while it is prepared, so that nothing moves when it appears. */
import type { ReactNode } from "react";
import { Icon } from "#components/icon.tsx";
import { paymentNotSetUp, paymentOffline } from "#content/shop-messages.ts";
import { MissingNotice } from "./missing-notice.tsx";
import classes from "./payment.module.css";

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
