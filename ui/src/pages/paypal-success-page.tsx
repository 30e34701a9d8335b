/** The page to which a payment without the card form returns. */

import { ButtonLink } from "#components/button.tsx";
import { Panel } from "#components/layout/card.tsx";
import { NeedHelp } from "#components/layout/need-help.tsx";
import * as paths from "#content/paths.ts";
import { InstallNow } from "#features/install/install-now.tsx";
import { SuccessPanel } from "#features/purchase/success-panel.tsx";
import { usePageData, useSite } from "./page-data.tsx";

/** Shows success, or an issue with "Payment Required". */
export function PaypalSuccessPage() {
  const data = usePageData("paypal-success");
  const site = useSite();
  return (
    <SuccessPanel
      data={data}
      displayName={site.displayName}
      install={<InstallNow displayName={site.displayName} />}
      issue={
        <Panel title="Payment Required">
          <p>The app can be installed once the payment is verified.</p>
          <ButtonLink href={paths.subscribe}>Purchase the app</ButtonLink>
          <a href={paths.redownload}>Already purchased? Verify your email address</a>
        </Panel>
      }
      help={<NeedHelp email={site.supportEmail} phone={site.supportPhone} />}
    />
  );
}
