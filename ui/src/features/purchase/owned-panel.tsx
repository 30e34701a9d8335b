/** What a device reads that wants to buy what it owns. */

import { ButtonLink } from "#components/button.tsx";
import formClasses from "#components/form/form.module.css";
import { Panel } from "#components/layout/card.tsx";
import { NarrowPage } from "#components/layout/page.tsx";
import * as paths from "#content/paths.ts";

/** Offers the app, and a gift for somebody else. */
export function OwnedPanel() {
  return (
    <NarrowPage title="You already own this">
      <Panel>
        <p>The app works on this device. There is nothing more to pay.</p>
        <div className={formClasses.actions}>
          <ButtonLink href={paths.heartMonitor}>Open the app</ButtonLink>
          <ButtonLink tone="secondary" href={paths.gift}>
            Give it to a friend
          </ButtonLink>
        </div>
      </Panel>
      <a className={formClasses.link} href={paths.landing}>
        Back to Home
      </a>
    </NarrowPage>
  );
}
