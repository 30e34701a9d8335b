/** The page of the one-time link in a mail. */

import { ConfirmPanel } from "#features/purchase/confirm-panel.tsx";
import { usePageData } from "./page-data.tsx";

/** Shows a button while the link is valid. */
export function RedownloadConfirmPage() {
  const data = usePageData("redownload-confirm");
  return <ConfirmPanel token={data?.name === "ready" ? data.token : null} />;
}
