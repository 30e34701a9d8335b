/** The gift message and the buttons that copy it. */
import { Button } from "#components/button.tsx";
import formClasses from "#components/form.module.css";
import { Notice } from "#components/notice.tsx";
import { Panel } from "#components/panel.tsx";
import { giftMessages, linkCopied } from "#content/shop-messages.ts";
import { copyWithToast } from "./copy.ts";
import classes from "./gift.module.css";
import { giftMessage } from "./message.ts";

type GiftMessageCardProps = {
  /** The gift link, or null before the payment. */
  readonly link: string | null;
  readonly demoPin: string;
};

/** The buttons appear when there is a link. */
export function GiftMessageCard({ link, demoPin }: GiftMessageCardProps) {
  const message = giftMessage(link ?? "(your gift link, ready after payment)", demoPin);
  return (
    <Panel title="Gift message">
      <p>
        {link === null
          ? "After the payment, copy the link or this message and hand it on yourself."
          : "Your gift link is ready. Hand it on yourself, the way that is safest for your friend."}
      </p>
      <Notice>
        Messages and inboxes may be read by others. The link alone says nothing about the app, the
        full message does.
      </Notice>
      {link !== null && (
        <div className={formClasses.actions}>
          <Button onClick={() => copyWithToast(link, linkCopied)}>Copy Link Only</Button>
          <Button tone="secondary" onClick={() => copyWithToast(message, giftMessages.copied)}>
            Copy Full Message
          </Button>
        </div>
      )}
      <p className={classes.message}>{message}</p>
    </Panel>
  );
}
