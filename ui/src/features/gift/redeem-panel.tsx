/** The states of a gift link on screen (spec section 2, "/gift/{linkCode}"). */

import type { ReactNode } from "react";
import { ButtonLink } from "#components/button.tsx";
import { Checklist } from "#components/checklist.tsx";
import formClasses from "#components/form.module.css";
import { NarrowPage } from "#components/narrow-page.tsx";
import { Notice } from "#components/notice.tsx";
import { Panel } from "#components/panel.tsx";
import { Spinner } from "#components/spinner.tsx";
import { giftFeatures } from "#content/offer.ts";
import * as paths from "#content/paths.ts";
import classes from "./gift.module.css";
import type { RedeemState } from "./machine.ts";
import { RedeemForm } from "./redeem-form.tsx";
import { useRedeem } from "./use-redeem.ts";

type RedeemPanelProps = {
  readonly linkCode: string;
  readonly first: RedeemState;
};

/** Starts as the server rendered it. */
export function RedeemPanel(props: RedeemPanelProps) {
  const { state, activate } = useRedeem(props.linkCode, props.first);
  switch (state.name) {
    case "loading":
      return (
        <NarrowPage title="Your gift">
          <Spinner label="Loading your gift..." />
        </NarrowPage>
      );
    case "unavailable":
      return (
        <NarrowPage title="Gift Not Available">
          <Notice tone="bad" role="status">
            {state.reason}
          </Notice>
          <ButtonLink href={paths.landing}>Return to Main Page</ButtonLink>
        </NarrowPage>
      );
    case "activated":
      return (
        <NarrowPage title="Gift Activated!">
          <Notice tone="good" role="status">
            Your app is ready. Redirecting to the app...
          </Notice>
          <a className={formClasses.link} href={paths.redeemed()}>
            Open the app
          </a>
        </NarrowPage>
      );
    case "available":
    case "activating":
      return (
        <Available personalMessage={state.gift.personalMessage}>
          <RedeemForm
            action={paths.giftActivation(props.linkCode)}
            email={state.gift.recipientEmail}
            error={state.name === "available" ? state.error : null}
            isBusy={state.name === "activating"}
            onActivate={activate}
          />
        </Available>
      );
  }
}

type AvailableProps = { readonly personalMessage: string | null; readonly children: ReactNode };

function Available({ personalMessage, children }: AvailableProps) {
  return (
    <NarrowPage title="You've Received a Gift!">
      {personalMessage !== null && (
        <Panel title="Personal Message">
          <p className={classes.message}>{personalMessage}</p>
        </Panel>
      )}
      <Panel title="Activate Your Gift">{children}</Panel>
      <Panel title="What You're Getting">
        <Checklist items={giftFeatures} />
      </Panel>
    </NarrowPage>
  );
}
