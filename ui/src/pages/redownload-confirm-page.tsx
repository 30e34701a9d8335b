/** Where the one-time link of a mail leads. */

import { ConfirmPanel } from "#features/purchase/confirm-panel.tsx";
import { usePageData } from "./page-data.tsx";

/** A button while the link works. */
export function RedownloadConfirmPage() {
  const data = usePageData("redownload-confirm");
  return <ConfirmPanel token={data?.name === "ready" ? data.token : null} />;
}
