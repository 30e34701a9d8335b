/** The verify page. */

import { NarrowPage } from "#components/narrow-page.tsx";
import { NeedHelp } from "#components/need-help.tsx";
import { emptyForm } from "#features/purchase/machine.ts";
import { VerifyPanel } from "#features/purchase/verify-panel.tsx";
import { usePageData, useSite } from "./page-data.tsx";

/** Works without script. */
export function VerifyPage() {
  const first = usePageData("verify") ?? emptyForm;
  const site = useSite();
  return (
    <NarrowPage
      title="Verify Your Purchase"
      lead="Enter the email address used for your purchase to get the app on this device."
    >
      <VerifyPanel kind="verify" first={first} />
      <NeedHelp email={site.supportEmail} phone={site.supportPhone} />
    </NarrowPage>
  );
}
