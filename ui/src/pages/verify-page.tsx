/** The verify page. */

import formClasses from "#components/form/form.module.css";
import { NeedHelp } from "#components/layout/need-help.tsx";
import { NarrowPage } from "#components/layout/page.tsx";
import * as paths from "#content/paths.ts";
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
      <VerifyPanel kind="verify" first={first} byLink={site.verifiesByLink} />
      <NeedHelp email={site.supportEmail} phone={site.supportPhone} />
      <a className={formClasses.link} href={paths.yourData}>
        See or delete what we keep about your address
      </a>
    </NarrowPage>
  );
}
