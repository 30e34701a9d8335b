/** The card with the gift link after the payment. */

import { Button } from "#components/button.tsx";
import { Panel } from "#components/layout/card.tsx";
import { useHydrated } from "#components/loading.ts";
import { giftMessages } from "#content/shop-messages.ts";
import { canShare, shareText as openShareSheet } from "#platform/share.ts";
import classes from "./gift.module.css";
import { copyWithToast, GiftChoices } from "./gift-choices.tsx";
import { ReadByOthers } from "./gift-message-card.tsx";
import { shareText } from "./message.ts";

type ShareCardProps = {
  readonly link: string;
  /** The words with which the card begins. */
  readonly lead: string;
  readonly demoPin: string;
};

/** Without script the texts can be copied by hand, and the button is not there. */
export function ShareCard({ link, lead, demoPin }: ShareCardProps) {
  const isHydrated = useHydrated();
  const share = async (): Promise<void> => {
    const text = shareText(link);
    if (canShare()) await openShareSheet(text);
    else await copyWithToast(text, giftMessages.copied);
  };
  return (
    <Panel title="Share Gift Link">
      <p>
        <b className={classes.lead}>{lead}</b>
      </p>
      <p>Your friend opens it to activate the app. It works once.</p>
      <GiftChoices link={link} demoPin={demoPin} />
      <Button tone="quiet" className={classes.scripted} disabled={!isHydrated} onClick={share}>
        Share Gift Link
      </Button>
      <ReadByOthers />
    </Panel>
  );
}
