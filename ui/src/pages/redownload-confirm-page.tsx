/** Where the one-time link of a mail leads. */
import { usePageData } from "#app/page-data.tsx";
import { paths } from "#app/paths.ts";
import { ConfirmPanel } from "#features/purchase/confirm-panel.tsx";
import { parseConfirmData } from "#features/purchase/page-data.ts";

/** A button while the link works. */
export function RedownloadConfirmPage() {
  const data = usePageData("redownload-confirm", parseConfirmData);
  return (
    <ConfirmPanel
      token={data?.state === "ready" ? data.token : null}
      action={paths.redownloadConfirm}
      redownloadPath={paths.redownload}
    />
  );
}
