/** Asks for the link that shows what is kept about an address. */
import { Button } from "#components/button.tsx";
import { EmailField } from "#components/form/field.tsx";
import { Panel } from "#components/layout/card.tsx";
import layoutClasses from "#components/layout/layout.module.css";
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
