/** The page after a purchase or the purchase of a gift. */
import { type ReactNode, useEffect, useRef } from "react";
import { ButtonLink } from "#components/button.tsx";
import formClasses from "#components/form/form.module.css";
import { Panel } from "#components/layout/card.tsx";
import { Checklist, Steps } from "#components/layout/lists.tsx";
import { Notice } from "#components/layout/notice.tsx";
import { NarrowPage } from "#components/layout/page.tsx";
import { showToast, type ToastContent } from "#components/toast/toast-store.ts";
import { type Message, titleOnly } from "#content/messages.ts";
import { nextSteps, purchaseIncludes } from "#content/offer.ts";
import * as paths from "#content/paths.ts";
import { giftMessages, purchaseMessages } from "#content/shop-messages.ts";
import { boughtGiftRecord } from "#store/access/gift-records.ts";
import type { DownloadData } from "#wire/pages.ts";
import { TryAgain } from "./payment-notes.tsx";
import { useServerPurchase } from "./settle-claim.ts";

/** Shows the first content that is not null as a toast, once. */
function useShownOnce(content: ToastContent | null): void {
  const isShown = useRef(false);
  useEffect(() => {
    if (content === null || isShown.current) return;
    isShown.current = true;
    showToast(content);
  }, [content]);
}

type DownloadPanelProps = {
  readonly data: DownloadData | null;
  /** Renders the card with a gift's link, for the recipient with this address where it is known. */
  readonly renderShare: (link: string, recipientEmail: string | null) => ReactNode;
  /** The buttons that install the app on this device. */
  readonly install?: ReactNode;
  readonly help: ReactNode;
};

/** Shows success only for what the server confirmed: what this device has stored is of an earlier payment. */
export function DownloadPanel(props: DownloadPanelProps) {
  const { data } = props;
  const gift = data?.name === "gift" ? data : null;
  const isOwn = data?.name === "own";
  useServerPurchase(isOwn);
  useShownOnce(toastFor(data));
  useEffect(() => {
    if (gift === null) return;
    boughtGiftRecord.write({ link: gift.giftLink, recipientEmail: gift.recipientEmail });
  }, [gift]);

  if (data?.name === "unpaid") {
    return (
      <NarrowPage title="Payment Issue">
        <TryAgain href={paths.gift} />
        {props.help}
      </NarrowPage>
    );
  }
  if (gift !== null) {
    const { giftLink, recipientEmail } = gift;
    return (
      <Success {...props}>
        <Notice tone="good">
          {recipientEmail === null
            ? "The app has been gifted to your friend."
            : `The app has been gifted to ${recipientEmail}.`}
        </Notice>
        {props.renderShare(giftLink, recipientEmail)}
        <Install title="Download for Yourself" {...props}>
          The gift is your friend's. On your own device the app opens as a preview.
        </Install>
      </Success>
    );
  }
  if (!isOwn) return <Unconfirmed help={props.help} />;
  return (
    <Success {...props}>
      <Install
        title="Install"
        {...props}
        setup={<ButtonLink href={paths.setup}>Set it up now</ButtonLink>}
      >
        The app opens in this browser. From there it can be put on your home screen.
      </Install>
      <Panel title="What's Next?">
        <Steps items={nextSteps} />
      </Panel>
    </Success>
  );
}

/** The parts that both kinds of purchase share. */
function Success({ help, children }: { help: ReactNode; children: ReactNode }) {
  return (
    <NarrowPage title="Payment Successful!">
      {children}
      <Panel title="Your purchase includes">
        <Checklist items={purchaseIncludes} />
      </Panel>
      {help}
    </NarrowPage>
  );
}

function toastFor(data: DownloadData | null): Message | null {
  if (data?.name === "own") return purchaseMessages.purchased;
  if (data?.name !== "gift") return null;
  return data.recipientEmail === null
    ? giftMessages.purchaseComplete
    : titleOnly(giftMessages.purchased(data.recipientEmail));
}

type InstallProps = {
  readonly title: string;
  readonly install?: ReactNode;
  /** The way to the set-up, which a buyer of a gift does not need. */
  readonly setup?: ReactNode;
  readonly children: ReactNode;
};

function Install({ title, install, setup, children }: InstallProps) {
  return (
    <Panel title={title}>
      <p>{children}</p>
      <div className={formClasses.actions}>
        {setup}
        {install}
      </div>
    </Panel>
  );
}

/** The way to an earlier gift comes last, because only the device knows of it and nothing may move then. */
function Unconfirmed({ help }: { readonly help: ReactNode }) {
  const earlierGift = boughtGiftRecord.use();
  return (
    <NarrowPage title="Waiting for confirmation">
      <Notice role="status">
        We have no confirmation of a new payment from this device yet. It can take a minute.
      </Notice>
      <div className={formClasses.actions}>
        {/* This page's own address, which says whether it was a gift. */}
        <ButtonLink href="">Check again</ButtonLink>
      </div>
      {help}
      {earlierGift !== null && (
        <a className={formClasses.link} href={paths.gift}>
          To the gift you paid for earlier
        </a>
      )}
    </NarrowPage>
  );
}
