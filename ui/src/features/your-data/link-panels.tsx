/** Asks for the link that shows what is kept about an address, and says what came of asking, or of deleting. */
import { Button, ButtonLink } from "#components/button.tsx";
import { EmailField } from "#components/form/field.tsx";
import { Panel } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
import { Notice } from "#components/layout/notice.tsx";
import { NarrowPage } from "#components/layout/page.tsx";
import * as paths from "#content/paths.ts";

type AskPanelProps = { readonly email: string; readonly error: string | null };

/** Nobody learns here whether anything is kept: the answer goes to the mailbox. */
export function AskPanel({ email, error }: AskPanelProps) {
  return (
    <NarrowPage
      title="See or delete your data"
      lead="We send a link to your mailbox. It shows what we keep about your address, and lets you delete it."
    >
      <Panel>
        <form className={layoutClasses.wide} method="post" action={paths.yourData}>
          <EmailField
            label="Email Address"
            hint="The address used for the purchase or the gift."
            name="email"
            defaultValue={email}
            error={error}
          />
          <Button type="submit">Send the link</Button>
        </form>
      </Panel>
      <Panel title="Before you ask">
        <p>
          The mail mentions a heart rate monitor and nothing else. Still, whoever reads your mailbox
          can open the link for one hour.
        </p>
      </Panel>
    </NarrowPage>
  );
}

/** The same for every address. */
export function SentPanel() {
  return (
    <NarrowPage title="Check your email">
      <Panel>
        <p role="status">If we keep anything about this address, a link is on its way.</p>
        <p>It works for one hour. If you ask again in that time, we may not send another.</p>
        <ButtonLink tone="secondary" href={paths.yourData}>
          Use another address
        </ButtonLink>
      </Panel>
    </NarrowPage>
  );
}

/** Everything is deleted. */
export function DeletedPanel() {
  return (
    <NarrowPage title="Deleted">
      <Notice tone="good" role="status">
        <p>We no longer keep anything that names your address. We send no mail about this.</p>
      </Notice>
      <Panel title="What you may still want to delete">
        <p>
          Mails from us in your mailbox, this page in the browser's history, and what the app has
          stored on your phone: clear this site's data in the browser.
        </p>
      </Panel>
    </NarrowPage>
  );
}

/** The link cannot be used. */
export function GonePanel() {
  return (
    <NarrowPage title="This link no longer works">
      <Notice tone="bad">It is too old, or it was not copied completely.</Notice>
      <ButtonLink href={paths.yourData}>Ask for a new link</ButtonLink>
    </NarrowPage>
  );
}
