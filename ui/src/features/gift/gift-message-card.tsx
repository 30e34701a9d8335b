/** The gift message: a preview before the payment, and what to send after it. */

import { Panel } from "#components/layout/card.tsx";
import { Notice } from "#components/layout/notice.tsx";
import classes from "./gift.module.css";
import { GiftChoices } from "./gift-choices.tsx";
import { giftMessage, sendTitle } from "./message.ts";

type GiftMessageCardProps = {
  /** The gift that this device bought last, or null before the payment. */
  readonly bought: { readonly link: string; readonly recipientEmail: string | null } | null;
  readonly demoPin: string;
};

/** The card's place on its page, for a link to it. */
export const giftMessageId = "gift-message";

/** Messages are read by others than the friend: both cards say so. */
export function GiftMessageCard(props: GiftMessageCardProps) {
  return (
    <div id={giftMessageId}>
      <GiftMessage {...props} />
    </div>
  );
}

function GiftMessage({ bought, demoPin }: GiftMessageCardProps) {
  if (bought === null) {
    return (
      <Panel key="preview" title="Gift message">
        <p>
          After you pay, copy the link or this message and pass it on yourself. The link alone does
          not say what the app is for. The full message does.
        </p>
        <ReadByOthers />
        <p className={classes.message}>
          {giftMessage("(your gift link, ready after payment)", demoPin)}
        </p>
      </Panel>
    );
  }
  return (
    <Panel key="bought" title={sendTitle(bought.recipientEmail)}>
      <p>Pass it on yourself, in the way that is safest for your friend. It works once.</p>
      <ReadByOthers />
      <GiftChoices link={bought.link} demoPin={demoPin} />
    </Panel>
  );
}

/** The warning about messages. */
export function ReadByOthers() {
  return <Notice>Messages and inboxes may be read by others.</Notice>;
}
