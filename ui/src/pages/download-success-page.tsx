/** The page after a purchase: install the app, or hand on the gift. */
import { usePageData, useSite } from "#app/page-data.tsx";
import { paths } from "#app/paths.ts";
import { NeedHelp } from "#components/need-help.tsx";
import { giftLinkOf } from "#features/gift/message.ts";
import { ShareCard } from "#features/gift/share-card.tsx";
import { DownloadPanel } from "#features/purchase/download-panel.tsx";
import { parseDownloadData } from "#features/purchase/page-data.ts";
import { currentOrigin } from "#platform/address.ts";

/** The server's link comes first; this device's own code is there once script runs. */
export function DownloadSuccessPage() {
  const data = usePageData("download-success", parseDownloadData);
  const site = useSite();
  return (
    <DownloadPanel
      data={data}
      selfPath={paths.downloadSuccess}
      appPath={paths.app}
      renderShare={({ link, code }) => {
        const known = link ?? (code === null ? null : giftLinkOf(currentOrigin(), code));
        return known === null ? null : <ShareCard link={known} giftPath={paths.gift} />;
      }}
      help={<NeedHelp email={site.supportEmail} phone={site.supportPhone} />}
    />
  );
}
