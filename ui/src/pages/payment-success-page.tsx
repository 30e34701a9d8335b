/** The page to which the card form's payment returns. */

import { ButtonLink } from "#components/button.tsx";
import { NeedHelp } from "#components/layout/need-help.tsx";
import * as paths from "#content/paths.ts";
import { InstallNow } from "#features/install/install-now.tsx";
import { SuccessPanel } from "#features/purchase/success-panel.tsx";
import { setupRecord } from "#store/settings/setup.ts";
import { usePageData, useSite } from "./page-data.tsx";

/** Shows success, or an issue with the support contact. */
export function PaymentSuccessPage() {
  const data = usePageData("payment-success");
  const site = useSite();
  const { wasFinished } = setupRecord.use();
  return (
    <SuccessPanel
      data={data}
      displayName={site.displayName}
      install={<InstallNow displayName={site.displayName} />}
      actions={
        <ButtonLink tone="quiet" href={wasFinished ? paths.heartMonitor : paths.setup}>
          Start Using
        </ButtonLink>
      }
      issue={<a href={paths.redownload}>Already purchased? Verify your email address</a>}
      help={<NeedHelp email={site.supportEmail} phone={site.supportPhone} />}
    />
  );
}
