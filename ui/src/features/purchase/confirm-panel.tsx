/** The page of the one-time link in a mail: the button uses the link, opening the page does not. */

import { Button, ButtonLink } from "#components/button.tsx";
import { Panel } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Notice } from "#components/layout/notice.tsx";
import { NarrowPage } from "#components/layout/page.tsx";
import * as paths from "#content/paths.ts";

type ConfirmPanelProps = {
  /** The token of a valid link, or null. */
  readonly token: string | null;
};

/** The browser posts the form; the response sets this device's cookie. */
export function ConfirmPanel({ token }: ConfirmPanelProps) {
  if (token === null) {
    return (
      <NarrowPage title="This link no longer works">
        <Notice tone="bad">It was used already, it is too old, or a part of it is missing.</Notice>
        <ButtonLink href={paths.redownload}>Ask for a new link</ButtonLink>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title="Use the app on this device">
      <Panel>
        <p>Continue only if this device is yours. The link works once.</p>
        <form className={layoutClasses.wide} method="post" action={paths.redownloadConfirm}>
          <input type="hidden" name="token" value={token} />
          <Button type="submit">Continue</Button>
        </form>
      </Panel>
    </NarrowPage>
  );
}
