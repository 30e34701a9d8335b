/** The page after a purchase: install the app, or hand on the gift. */

import { NeedHelp } from "#components/need-help.tsx";
import { ShareCard } from "#features/gift/share-card.tsx";
import { DesktopInstall } from "#features/install/desktop-install.tsx";
import { DownloadPanel } from "#features/purchase/download-panel.tsx";
import { usePageData, useSite } from "./page-data.tsx";

/** What the server confirmed, or what this device keeps. */
export function DownloadSuccessPage() {
  const data = usePageData("download-success");
  const site = useSite();
  return (
    <DownloadPanel
      data={data}
      renderShare={(link) => <ShareCard link={link} />}
      install={<DesktopInstall />}
      help={<NeedHelp email={site.supportEmail} phone={site.supportPhone} />}
    />
  );
}
