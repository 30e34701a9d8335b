/** The card with the gift link after the payment. */

import { Button } from "#components/button.tsx";
import formClasses from "#components/form.module.css";
import { Notice } from "#components/notice.tsx";
import { Panel } from "#components/panel.tsx";
import { useHydrated } from "#components/use-hydrated.ts";
import * as paths from "#content/paths.ts";
import { giftMessages, linkCopied } from "#content/shop-messages.ts";
import { canShare, shareText as openShareSheet } from "#platform/share.ts";
import { copyWithToast } from "./copy.ts";
import classes from "./gift.module.css";
import { shareText } from "./message.ts";

/** Without script the link can be copied by hand. */
export function ShareCard({ link }: { readonly link: string }) {
  const isHydrated = useHydrated();
  const share = async (): Promise<void> => {
    const text = shareText(link);
    if (canShare()) await openShareSheet(text);
    else await copyWithToast(text, giftMessages.copied);
  };
  return (
    <Panel title="Share Gift Link">
      <p>Your friend opens this link to activate the app. It works once.</p>
      <p className={classes.link}>{link}</p>
      {isHydrated && (
        <div className={formClasses.actions}>
          <Button onClick={() => copyWithToast(link, linkCopied)}>Copy Link Only</Button>
          <Button tone="secondary" onClick={share}>
            Share Gift Link
          </Button>
        </div>
      )}
      <Notice>
        Messages and inboxes may be read by others. The link alone says nothing about the app.
      </Notice>
      {isHydrated && (
        <a className={formClasses.link} href={paths.gift}>
          Get the full gift message
        </a>
      )}
    </Panel>
  );
}
