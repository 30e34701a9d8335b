/** Where the one-time link of a mail leads. */

import { ConfirmPanel } from "#features/purchase/confirm-panel.tsx";
import { parseConfirmData } from "#features/purchase/page-data.ts";
import { usePageData } from "./page-data.tsx";

/** A button while the link works. */
export function RedownloadConfirmPage() {
  const data = usePageData("redownload-confirm", parseConfirmData);
  return <ConfirmPanel token={data?.state === "ready" ? data.token : null} />;
}
