/** The page after a purchase, for oneself or as a gift (spec section 2, "/download-success"). */
import type { ReactNode } from "react";
import { ButtonLink } from "#components/button.tsx";
import { Checklist } from "#components/checklist.tsx";
import { NarrowPage } from "#components/narrow-page.tsx";
import { Notice } from "#components/notice.tsx";
import { Panel } from "#components/panel.tsx";
import { Steps } from "#components/steps.tsx";
import { useShownOnce } from "#components/use-shown-once.ts";
import { giftMessages, type Message, purchaseMessages } from "#content/messages.ts";
import { nextSteps, purchaseIncludes } from "#content/offer.ts";
import { purchaseRecord } from "#store/purchase.ts";
import classes from "./form.module.css";
import type { DownloadData } from "./page-data.ts";
import { isStoredSuccess } from "./records.ts";
import { useServerPurchase } from "./use-server-purchase.ts";

type DownloadPanelProps = {
  readonly data: DownloadData | null;
  readonly selfPath: string;
  readonly appPath: string;
  /** The share card of a gift, given its link or, where only the device knows it, its code. */
  readonly renderShare: (gift: { link: string | null; code: string | null }) => ReactNode;
  /** The button that installs the app on this device. */
  readonly install?: ReactNode;
  readonly help: ReactNode;
};

/** Success is what the server confirmed, or a purchase that this device keeps as verified. */
export function DownloadPanel(props: DownloadPanelProps) {
  const { data } = props;
  const isConfirmed = data?.state === "confirmed";
  const stored = purchaseRecord.use();
  const answer = useServerPurchase(isConfirmed);
  useShownOnce(isConfirmed ? toastFor(data) : null);

  if (!isConfirmed && !isStoredSuccess(stored)) {
    return <Unconfirmed selfPath={props.selfPath} help={props.help} />;
  }
  const isGift = isConfirmed ? data.gift : stored?.giftCode !== undefined;
  const recipient = data?.recipient ?? answer?.recipientEmail ?? stored?.recipientEmail ?? null;
  const code = answer?.giftCode ?? stored?.giftCode ?? null;
  return (
    <NarrowPage title="Payment Successful!">
      {isGift ? (
        <>
          <Notice tone="good">
            {recipient === null
              ? "The app has been gifted to your friend."
              : `The app has been gifted to ${recipient}.`}
          </Notice>
          {props.renderShare({ link: data?.giftLink ?? null, code })}
          <Install title="Download for Yourself" {...props} />
        </>
      ) : (
        <>
          <Install title="Install" {...props} />
          <Panel title="What's Next?">
            <Steps items={nextSteps} />
          </Panel>
        </>
      )}
      <Panel title="Your purchase includes">
        <Checklist items={purchaseIncludes} />
      </Panel>
      {props.help}
    </NarrowPage>
  );
}

function toastFor(data: DownloadData): Message {
  if (!data.gift) return purchaseMessages.purchased;
  return data.recipient === null
    ? giftMessages.purchaseComplete
    : giftMessages.purchased(data.recipient);
}

type InstallProps = {
  readonly title: string;
  readonly appPath: string;
  readonly install?: ReactNode;
};

function Install({ title, appPath, install }: InstallProps) {
  return (
    <Panel title={title}>
      <p>The app opens in this browser. From there it can be put on your home screen.</p>
      <div className={classes.actions}>
        <ButtonLink href={appPath}>Install App Now</ButtonLink>
        {install}
      </div>
    </Panel>
  );
}

function Unconfirmed({ selfPath, help }: { selfPath: string; help: ReactNode }) {
  return (
    <NarrowPage title="Waiting for confirmation">
      <Notice role="status">
        We have no confirmation of a payment from this device yet. It can take a minute.
      </Notice>
      <div className={classes.actions}>
        <ButtonLink href={selfPath}>Check again</ButtonLink>
      </div>
      {help}
    </NarrowPage>
  );
}
