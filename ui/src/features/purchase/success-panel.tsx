/** The pages after an own purchase. */

import type { ReactNode } from "react";
import { ButtonLink } from "#components/button.tsx";
import formClasses from "#components/form/form.module.css";
import { Panel } from "#components/layout/card.tsx";
import { Steps } from "#components/layout/lists.tsx";
import { Notice } from "#components/layout/notice.tsx";
import { NarrowPage } from "#components/layout/page.tsx";
import { installSteps, setupSteps } from "#content/offer.ts";
import * as paths from "#content/paths.ts";
import { purchaseMessages } from "#content/shop-messages.ts";
import { purchaseRecord } from "#store/access/access.ts";
import type { SuccessData } from "#wire/pages.ts";
import { isStoredSuccess } from "./access.ts";
import { TryAgain } from "./payment-notes.tsx";
import { useServerPurchase } from "./settle-claim.ts";

type SuccessPanelProps = {
  readonly data: SuccessData | null;
  readonly displayName: string;
  /** The button that installs the app. */
  readonly install: ReactNode;
  /** More buttons beside it. */
  readonly actions?: ReactNode;
  /** The content below "Payment Issue". */
  readonly issue: ReactNode;
  /** The last section of either view. */
  readonly help: ReactNode;
};

/**
 * Shows success for what the server verified, or for a verified purchase on this device.
 */
export function SuccessPanel(props: SuccessPanelProps) {
  const { data } = props;
  const isVerified = data?.name === "verified";
  const stored = purchaseRecord.use();
  const answer = useServerPurchase(isVerified);

  if (data?.name === "unpaid") {
    return (
      <NarrowPage title="Payment Issue">
        <TryAgain href={paths.checkout} />
        {props.help}
      </NarrowPage>
    );
  }
  if (!isVerified && !isStoredSuccess(stored)) {
    return (
      <NarrowPage title="Payment Issue">
        <Notice tone="bad">Unable to verify your payment. Please contact support.</Notice>
        {props.issue}
        {props.help}
      </NarrowPage>
    );
  }
  const email = (isVerified ? data.email : null) ?? answer?.email ?? stored?.email ?? null;
  return (
    <NarrowPage title="Payment Successful!">
      <Notice tone="good">
        <p>{purchaseMessages.succeeded.description}</p>
        {email !== null && <p>Verified for: {email}</p>}
      </Notice>
      <ButtonLink href={paths.setup}>Set it up now</ButtonLink>
      <Panel title="Installation">
        <Steps items={installSteps} />
        <div className={formClasses.actions}>
          {props.install}
          {props.actions}
        </div>
      </Panel>
      <Panel title="Set it up">
        <Steps items={setupSteps} />
      </Panel>
      <Panel title="Stay discreet">
        <p>
          On your home screen the app is called "{props.displayName}". This page is in your
          browser's history: remove it there if others use this device.
        </p>
      </Panel>
      <Panel title="Secure transaction">
        <p>Stripe handled the payment. Your card details never reached us.</p>
      </Panel>
      {props.help}
    </NarrowPage>
  );
}
