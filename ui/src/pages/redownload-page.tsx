/** The redownload page: access on another device after a purchase. */

import { NeedHelp } from "#components/layout/need-help.tsx";
import { NarrowPage } from "#components/layout/page.tsx";
import { DesktopInstall } from "#features/install/install-now.tsx";
import { emptyForm } from "#features/purchase/machine.ts";
import { VerifyPanel } from "#features/purchase/verify-panel.tsx";
import { usePageData, useSite } from "./page-data.tsx";

/** Works without script. */
export function RedownloadPage() {
  const first = usePageData("redownload") ?? emptyForm;
  const site = useSite();
  return (
    <NarrowPage
      title="Access Your App"
      lead="Already purchased? Enter your email to download again"
    >
      <VerifyPanel
        kind="redownload"
        first={first}
        byLink={site.verifiesByLink}
        install={<DesktopInstall displayName={site.displayName} />}
      />
      <NeedHelp email={site.supportEmail} phone={site.supportPhone} />
    </NarrowPage>
  );
}
