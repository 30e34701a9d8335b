/** Where the card form's payment returns to. */
import { usePageData, useSite } from "#app/page-data.tsx";
import { paths } from "#app/paths.ts";
import { ButtonLink } from "#components/button.tsx";
import { NeedHelp } from "#components/need-help.tsx";
import { parseSuccessData } from "#features/purchase/page-data.ts";
import { SuccessPanel } from "#features/purchase/success-panel.tsx";

/** Success, or an issue with the way to support. */
export function PaymentSuccessPage() {
  const data = usePageData("payment-success", parseSuccessData);
  const site = useSite();
  return (
    <SuccessPanel
      data={data}
      displayName={site.displayName}
      appPath={paths.demo}
      actions={
        <ButtonLink tone="secondary" href={paths.demo}>
          Start Using
        </ButtonLink>
      }
      issue={<a href={paths.redownload}>Already purchased? Verify your email address</a>}
      help={<NeedHelp email={site.supportEmail} phone={site.supportPhone} />}
    />
  );
}
